import { isGrpcServiceError } from '@temporalio/client'

/** Numbers of gRPC that are told apart here. */
export const GRPC = {
  invalidArgument: 3,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  failedPrecondition: 9,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const

/** The number of gRPC behind an error of the client, or null for another error. */
export function grpcCode(error: unknown): number | null {
  if (isGrpcServiceError(error)) return Number(error.code)
  return error instanceof Error && error.cause !== undefined ? grpcCode(error.cause) : null
}

/** Whether a server says that this client may not do what it asks for, for example because its API key has expired. */
export function isRefusal(error: unknown): boolean {
  const code = grpcCode(error)
  return code === GRPC.permissionDenied || code === GRPC.unauthenticated
}
