// Errors in the engine's protocol.
import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import errorMessages from "@pulumi/pulumi/proto/provider_pb.js";
import statusMessages from "@pulumi/pulumi/proto/status_pb.js";
import anyMessages from "google-protobuf/google/protobuf/any_pb.js";
import { PartialCreateError, toldError } from "../../errors.ts";
import { toStruct } from "./values.ts";

/** The gRPC error of a call. A partly created resource comes with its state, which the engine keeps. */
export function grpcError(error: unknown): Partial<ServiceError> {
  const told = toldError(error);
  const response = { code: status.UNKNOWN, details: told.message };
  return told instanceof PartialCreateError ? { ...response, metadata: metadataOf(told) } : response;
}

function metadataOf({ id, properties, message }: PartialCreateError): Metadata {
  const detail = new errorMessages.ErrorResourceInitFailed()
    .setId(id)
    .setProperties(toStruct(properties))
    .setReasonsList([message]);
  const packed = new anyMessages.Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const response = new statusMessages.Status()
    .setCode(status.UNKNOWN)
    .setMessage(message)
    .setDetailsList([packed]);
  const metadata = new Metadata();
  // gRPC's libraries read the details of an error from this header.
  metadata.add("grpc-status-details-bin", Buffer.from(response.serializeBinary()));
  return metadata;
}
