// Errors in the engine's protocol.
import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import errorMessages from "@pulumi/pulumi/proto/provider_pb.js";
import statusMessages from "@pulumi/pulumi/proto/status_pb.js";
import anyMessages from "google-protobuf/google/protobuf/any_pb.js";
import { IdmError, InternalError, PartialCreateError } from "../../errors.ts";
import { toStruct } from "./values.ts";

/**
 * The gRPC error of a call. Its message ends with our code. A partly created resource comes with its state, which the
 * engine keeps.
 */
export function grpcError(error: unknown): Partial<ServiceError> {
  const { message } = (error instanceof IdmError ? error : new InternalError(error)).withCode();
  const code = status.UNKNOWN;
  if (!(error instanceof PartialCreateError)) return { code, details: message };
  return { code, details: message, metadata: metadataOf(error, message) };
}

function metadataOf({ id, properties, reasons }: PartialCreateError, message: string): Metadata {
  const detail = new errorMessages.ErrorResourceInitFailed()
    .setId(id)
    .setProperties(toStruct(properties))
    .setReasonsList([...reasons]);
  const packed = new anyMessages.Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const response = new statusMessages.Status().setCode(status.UNKNOWN).setMessage(message).addDetails(packed);
  const metadata = new Metadata();
  // gRPC's libraries read the details of an error from this header.
  metadata.add("grpc-status-details-bin", Buffer.from(response.serializeBinary()));
  return metadata;
}
