import type { Table } from './bench.ts'

interface Series {
  name: string
  labels: string
  value: number
}

/** How often each of these histograms of `/metrics` was observed, and their sum in seconds. */
type Totals = Map<string, { count: number; seconds: number }>

/** The steps of a registration: label, histogram and series. */
const STEPS: readonly [string, string, string][] = [
  ['order, answered', 'largada_http_request_seconds', 'route="/api/v1/events/:eventId/register-participant"'],
  ['orders decided by the database, per call', 'largada_registration_batch_seconds', ''],
  ['payment page, answered', 'largada_http_request_seconds', 'route="/api/v1/payments/:token"'],
  ["gateway's message, answered", 'largada_http_request_seconds', 'route="/api/v1/webhooks/asaas"'],
  ...['create-charge', 'apply-gateway-message', 'registration-confirmed', 'payment-due'].flatMap(
    (task): [string, string, string][] => [
      [`job ${task}, waiting`, 'largada_job_wait_seconds', `task="${task}"`],
      [`job ${task}, running`, 'largada_job_seconds', `task="${task}"`],
    ],
  ),
]

/** Reads the time spent in each step so far. */
export async function readSteps(metricsAddress: string): Promise<Totals> {
  const text = await (await fetch(`http://${metricsAddress}/metrics`)).text()
  const series = text.split('\n').flatMap((line): Series[] => {
    const [, name = '', labels = '', value] = /^(\w+?)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return name ? [{ name, labels, value: Number(value) }] : []
  })
  const sum = (name: string, labels: string) =>
    series
      .filter((one) => one.name === name && one.labels.includes(labels))
      .reduce((total, { value }) => total + value, 0)
  return new Map(
    STEPS.map(([step, name, labels]) => [
      step,
      { count: sum(`${name}_count`, labels), seconds: sum(`${name}_sum`, labels) },
    ]),
  )
}

/** The mean time of each step, since `before` or the start. */
export const stepTable = (title: string, after: Totals, before: Totals = new Map()): Table => ({
  title,
  columns: ['', 'times', 'mean ms'],
  rows: [...after].flatMap(([step, { count, seconds }]) => {
    const times = count - (before.get(step)?.count ?? 0)
    const spent = seconds - (before.get(step)?.seconds ?? 0)
    return times > 0 ? [[step, times, Math.round((spent / times) * 10_000) / 10]] : []
  }),
})
