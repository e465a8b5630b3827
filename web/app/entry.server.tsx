import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

// A page is sent when it is whole: the server hashes its inline scripts and keeps it compressed in memory.
export const streamTimeout = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return renderPage(request.url, context).then(
    ({ html, failed }) => new Response(html, { status: failed ? 500 : status, headers }),
  )
}

function renderPage(url: string, context: EntryContext): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      onAllReady() {
        clearTimeout(timeout)
        const chunks: Buffer[] = []
        const sink = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk)
            done()
          },
          final(done) {
            resolve({ html: Buffer.concat(chunks).toString('utf8'), failed })
            done()
          },
        })
        pipe(sink)
      },
      onShellError: reject,
      onError() {
        failed = true
      },
    })
    const timeout = setTimeout(abort, streamTimeout + 1000)
  })
}
