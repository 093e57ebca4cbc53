import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import { invalidFields } from '../domain/error/errors.ts'
import { errorView } from './contract/error/error-view.ts'
import { newRequestId } from './middleware/request-id.ts'

/** Responds on the raw connection when Node could not parse a request. */
export type AnswerBrokenRequest = (error: NodeJS.ErrnoException, connection: Duplex) => void

/** Status and message for the causes that Node distinguishes. All others return 400. */
const CAUSES: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The URL and headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}

const NO_HTTP = { status: 400, message: 'This is not a valid HTTP request.' }

/** Creates the responder. It sends the usual error object, so that clients never receive another form of error. */
export function createAnswerBrokenRequest(publicUrl: string): AnswerBrokenRequest {
  return (error, connection) => {
    if (error.code === 'ECONNRESET' || !connection.writable) {
      connection.destroy()
      return
    }
    const { status, message } = CAUSES[error.code ?? ''] ?? NO_HTTP
    const requestId = newRequestId()
    const problem = invalidFields({ request: { code: 'invalid', message } })
    const body = JSON.stringify(errorView(problem, requestId, publicUrl))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    connection.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
