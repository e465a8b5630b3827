import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { withInlineStyles } from '#web/document/inline-styles.ts'
import { withLateScripts } from '#web/document/late-start.ts'
import { BodyScripts, HeadScripts, PageDataContext } from '#web/document/own-scripts.tsx'

// A page is sent when it is complete, because the server caches it compressed.
export const streamTimeout = 10_000

const SCRIPT_HASHES_HEADER = 'X-Script-Hashes'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  // The router's own script would differ on every page; `PageData` writes the data as inert text.
  const { serverHandoffStream: stream, ...page } = context
  const data = stream ? await new Response(stream).text() : ''
  const { html, failed } = await renderPage(request.url, page, data)
  const sent = await withInlineStyles(withLateScripts(html))
  headers.set(SCRIPT_HASHES_HEADER, scriptHashes(request.url, page))
  return new Response(sent, { status: failed ? 500 : status, headers })
}

const OwnScripts = () => (
  <>
    <HeadScripts />
    <BodyScripts />
  </>
)

/** Keyed by the matched routes, on which alone our inline scripts depend. */
const hashes = new Map<string, string>()

/** The Content-Security-Policy sources of our inline scripts, rendered without page content. */
function scriptHashes(url: string, context: EntryContext): string {
  const { matches, errors } = context.staticHandlerContext
  const routes = [...matches.map(({ route }) => route.id), ...Object.keys(errors ?? {})].join()
  const known = hashes.get(routes)
  if (known !== undefined) return known
  const root = { default: OwnScripts, ErrorBoundary: OwnScripts }
  const bare = { ...context, renderMeta: {}, routeModules: { ...context.routeModules, root } }
  const scripts = renderToStaticMarkup(<ServerRouter context={bare} url={url} />)
  const found = [...scripts.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ')
  hashes.set(routes, found)
  return found
}

function renderPage(
  url: string,
  context: EntryContext,
  data: string,
): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const app = (
      <PageDataContext value={data}>
        <ServerRouter context={context} url={url} />
      </PageDataContext>
    )
    const { pipe, abort } = renderToPipeableStream(app, {
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
