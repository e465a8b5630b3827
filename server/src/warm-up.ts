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

/** The home page and the page of its first race; more would keep more memory. */
async function renderPages(fastify: FastifyInstance): Promise<void> {
  await fastify.inject('/')
  const list = await fastify.inject(API_BASE + listEvents.path)
  const [first] = list.json<{ data?: { slug: string }[] }>().data ?? []
  if (first) await fastify.inject(`/events/${first.slug}`)
}
