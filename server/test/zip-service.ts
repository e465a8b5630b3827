import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status?: number
  location?: string
  /** A string is sent as HTML, any other value as JSON. */
  body: unknown
}

export interface ZipService {
  url: string
  /** The requested paths, in order. */
  asked: string[]
  userAgents: string[]
  /** Sets the following responses; null never responds. */
  answerWith(answer: Answer | null): void
  close(): Promise<void>
}

/** Starts a postal code service on the loopback interface. */
export async function startZipService(): Promise<ZipService> {
  let answer: Answer | null = { status: 500, body: '' }
  const asked: string[] = []
  const userAgents: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    userAgents.push(request.headers['user-agent'] ?? '')
    if (!answer) return
    const isText = typeof answer.body === 'string'
    response.writeHead(answer.status ?? 200, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...(answer.location && { location: answer.location }),
    })
    response.end(isText ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    userAgents,
    answerWith(next) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
