import {
  EXPECTED_BYTES_HEADER,
  type ExportFormat,
  exportFoundParticipants,
  exportParticipants,
  TOTAL_ROWS_HEADER,
} from '#contract/participants/export.ts'
import { ApiFailure, apiStream } from '#web/api/api.ts'
import type { ParticipantFilters } from '../list/filters.ts'
import type { ExportChoice } from './choice.ts'
import { isComplete } from './is-complete.ts'

interface Wanted {
  eventId: number
  filters: ParticipantFilters
  choice: ExportChoice
  signal: AbortSignal
  /** Called with the estimated share that has arrived, from 0 to 1; below 1 until the download ends. */
  onProgress: (share: number) => void
  /** Called with the number of exports ahead of this one in the queue. */
  onWaiting: (before: number) => void
}

interface Download {
  file: Blob
  name: string
  rows: number
}

export class IncompleteDownload extends Error {
  override name = 'IncompleteDownload'
}

/** Equals the server's `Retry-After`. */
const ASK_AGAIN_MS = 2_000

/** Asks again until the export starts. A client that stops asking loses its position in the queue. */
async function waitForTurn(
  begin: () => Promise<Response>,
  { signal, onWaiting }: Pick<Wanted, 'signal' | 'onWaiting'>,
): Promise<Response> {
  for (;;) {
    try {
      return await begin()
    } catch (reason) {
      if (!(reason instanceof ApiFailure) || reason.waiting === undefined) throw reason
      onWaiting(reason.waiting)
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      signal.throwIfAborted()
    }
  }
}

/** Throws `ApiFailure` when the export is refused, and `IncompleteDownload`. */
export async function download({ eventId, filters, choice, ...how }: Wanted): Promise<Download> {
  const { signal, onProgress } = how
  const { format, columns } = choice
  const status = filters.registration_status || (choice.onlyConfirmed ? '1' : undefined)
  const asked = {
    ...filters,
    ...(status && { registration_status: status }),
    format,
    columns: columns.join(','),
  }
  const params = { id: eventId }
  const begin = () =>
    filters.search
      ? apiStream(exportFoundParticipants, { params, body: asked, signal })
      : apiStream(exportParticipants, { params, query: asked, signal })
  const answer = await waitForTurn(begin, how)
  onProgress(0)
  const rows = Number(answer.headers.get(TOTAL_ROWS_HEADER))
  const expected = Number(answer.headers.get(EXPECTED_BYTES_HEADER)) || 1
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  try {
    const reader = answer.body?.getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      pieces.push(next.value)
      received += next.value.length
      onProgress(Math.min(0.99, received / expected))
    }
  } catch (reason) {
    if (signal.aborted) throw reason
    throw new IncompleteDownload()
  }
  if (!isComplete(format, pieces, rows)) throw new IncompleteDownload()
  const type = answer.headers.get('content-type') ?? ''
  return { file: new Blob(pieces, { type }), name: nameOf(answer, eventId, format), rows }
}

const nameOf = (answer: Response, eventId: number, format: ExportFormat): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ??
  `participantes-evento-${eventId}.${format}`
