import type { OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expiredToken } from "./bearer.ts";
import { type FaultAfter, type FaultBefore, identifyingFields } from "./faults.ts";

const noResponse = (): Promise<never> => new Promise<never>(() => {});

/** Applies the fault before the request takes effect. Only after `slow` the request goes on. */
export async function faultBefore(
  fault: FaultBefore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  switch (fault.kind) {
    case "reset-before":
      request.raw.socket.resetAndDestroy();
      return noResponse();
    case "no-answer":
      return noResponse();
    case "slow":
      return sleep(fault.ms);
    case "status":
      return reply
        .code(fault.status)
        .headers(fault.headers ?? {})
        .send(fault.body ?? { statusCode: fault.status });
    case "expired-token":
      throw expiredToken();
    case "redirect":
      return reply.redirect(fault.to, fault.status ?? 307);
  }
}

/** The body to send instead of `sent`, after the request took effect. Never resolves when nothing is to be sent. */
export async function faultAfter(fault: FaultAfter, reply: FastifyReply, sent: string): Promise<unknown> {
  reply.removeHeader("content-length");
  const payload = sent === "" ? "{}" : sent;
  if (reply.statusCode === 204) reply.code(200);
  switch (fault.kind) {
    case "reset-after":
      reply.raw.socket?.resetAndDestroy();
      return noResponse();
    case "no-answer-after":
      return noResponse();
    case "status-after":
      reply.code(fault.status).headers(fault.headers ?? {});
      return JSON.stringify(fault.body ?? { statusCode: fault.status });
    case "html":
      reply.code(fault.status ?? reply.statusCode).type("text/html");
      return "<!doctype html><title>Gateway</title><h1>It works!</h1>";
    case "cut-json":
      return sendHalf(reply, payload);
    case "wrong-content-type":
      reply.type("text/plain");
      return payload;
    case "empty-body":
      return "";
    case "not-json":
      return "this is not JSON";
    case "huge-body":
      return Readable.from(hugeBody(payload, fault.bytes ?? 21 * 1024 * 1024));
    case "unknown-fields":
      return edited(payload, (fields) => ({
        ...fields,
        unknown_text: "new",
        unknown_object: { list: [1, null] },
      }));
    case "missing-fields":
      return edited(payload, (fields) => without(fields, fault.fields ?? identifyingFields));
    case "deep-json":
      return withMember(payload, `"deep":${nested(fault.levels ?? 10_000)}`);
  }
}

function sendHalf(reply: FastifyReply, payload: string): Promise<never> {
  const body = Buffer.from(payload);
  const { raw } = reply;
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  raw.writeHead(reply.statusCode, { ...headers, "content-length": body.length });
  raw.write(body.subarray(0, body.length / 2), () => raw.socket?.end());
  return noResponse();
}

function edited(payload: string, edit: (fields: Record<string, unknown>) => object): string {
  const value: unknown = JSON.parse(payload);
  if (Array.isArray(value)) return JSON.stringify(value.map(edit));
  return JSON.stringify(edit(value as Record<string, unknown>));
}

function without(fields: Record<string, unknown>, names: string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Builds the JSON from strings: `JSON.stringify` cannot write a value as deep as this. */
function withMember(payload: string, member: string): string {
  if (payload.startsWith("[")) return `[{${member}}]`;
  const inner = payload.trim().slice(1, -1);
  return `{${inner}${inner === "" ? "" : ","}${member}}`;
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

function* hugeBody(payload: string, bytes: number): Generator<string> {
  const chunk = "x".repeat(64 * 1024);
  yield `${withMember(payload, '"padding":"').slice(0, -1)}`;
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield '"}';
}
