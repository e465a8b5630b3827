import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { listEvents } from '#contract/event/event.ts'
import { API_BASE } from '#contract/route.ts'
import type { Deps } from './deps.ts'
import { ping } from './lib/db.ts'

/** A start is not delayed for longer, in milliseconds. */
const LONGEST_MS = 1_000

/**
 * Opens the database connections and renders the first pages before the process is ready. Otherwise the
 * requests of its first second wait for both. Failures are left to the first request.
 */
export async function warmUp(fastify: FastifyInstance, { db, config, log }: Deps): Promise<void> {
  const work = Promise.all([
    renderPages(fastify),
    ...Array.from({ length: config.databasePool }, () => ping(db)),
  ])
  await Promise.race([work, wait(LONGEST_MS)]).catch((error) => log.warn({ err: error }, 'warming up failed'))
}

/** The home page and the pages of the races on it. */
async function renderPages(fastify: FastifyInstance): Promise<void> {
  await fastify.inject('/')
  const list = await fastify.inject(API_BASE + listEvents.path)
  const { data = [] } = list.json<{ data?: { slug: string }[] }>()
  for (const { slug } of data) await fastify.inject(`/events/${slug}`)
}
