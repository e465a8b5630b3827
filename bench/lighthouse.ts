import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright/test'
import { chromiumOptions } from '../e2e/chromium.ts'
import type { Table } from './bench.ts'

const LEAST = 98
/** The median counts, because other work on the machine slows single runs. */
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility'] as const

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Scores on Lighthouse's simulated telephone: a slow processor and 1.6 Mbit/s. */
export async function lighthouseScores(
  baseURL: string,
  pages: readonly { name: string; path: string }[],
): Promise<Table> {
  const port = await freePort()
  const options = chromiumOptions()
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  })
  const broken: string[] = []
  const rows: Table['rows'] = []
  try {
    for (const { name, path } of pages) {
      const runs = []
      for (let run = 0; run < RUNS; run++) runs.push(await scoresOf(baseURL + path, port))
      const middle = runs.sort((a, b) => a.performance - b.performance)[Math.floor(RUNS / 2)]
      if (!middle) continue
      for (const category of CATEGORIES)
        if (middle[category] < LEAST)
          broken.push(`${name}: ${category} ${middle[category]}, less than ${LEAST}`)
      rows.push([
        name,
        middle.performance,
        middle.accessibility,
        middle.paintedMs,
        middle.blockedMs,
        [...new Set(runs.flatMap(({ problems }) => problems))].join(', ') || 'none',
      ])
    }
  } finally {
    await browser.close()
  }
  return {
    title: `Lighthouse, mobile: the middle one of ${RUNS} runs, at least ${LEAST} is wanted`,
    columns: ['', 'performance', 'accessibility', 'largest paint ms', 'blocked ms', 'accessibility problems'],
    rows,
    broken,
  }
}

async function scoresOf(url: string, port: number) {
  const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' })
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`)
  const { categories, audits } = result.lhr
  const score = (category: (typeof CATEGORIES)[number]) =>
    Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => Math.round(audits[audit]?.numericValue ?? 0)
  const refs = categories.accessibility?.auditRefs ?? []
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    paintedMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    problems: refs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id),
  }
}
