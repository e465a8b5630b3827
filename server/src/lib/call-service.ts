import { type IncomingHttpHeaders, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

export interface Call {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
}

export interface ServiceResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Redirections are not followed: they lead to other hosts than the configured one, which must not get its key.
 * `fetch` needs several times as much CPU time.
 */
export function callService(
  url: string,
  { method = 'GET', headers = {}, body, signal }: Call,
): Promise<ServiceResponse> {
  const send = url.startsWith('https:') ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk
        })
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', reject).end(body)
  })
}
