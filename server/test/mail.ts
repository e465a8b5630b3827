import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { mailDirectory } from '#server/lib/mail/mailer.ts'
import { runJobsOnce } from '#server/worker.ts'
import type { TestApp } from './app.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * Runs due jobs, then the jobs due in the next two minutes. Returns all mail ever sent to `to`, oldest first.
 */
export async function mailTo(app: TestApp, to: string): Promise<Mail[]> {
  await runJobsOnce(app.deps)
  // In two steps, so that jobs run in the order of their times.
  for (const seconds of [20, 120]) {
    const until = new Date(app.deps.clock.now().getTime() + seconds * 1000)
    await sql`update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at > now() and run_at < ${until} and attempts = 0`.execute(app.db)
    await runJobsOnce(app.deps)
  }
  const directory = mailDirectory(app.deps.config)
  const names = await readdir(directory).catch(() => [])
  const mails = await Promise.all(
    names.sort().map(async (name) => {
      const { to: addressees, subject, text } = await PostalMime.parse(await readFile(join(directory, name)))
      return { to: addressees?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' }
    }),
  )
  return mails.filter((mail) => mail.to === to)
}

/** The token of the first link in a message, or of the first one to a path. */
export function tokenIn(mail: Mail | undefined, path = ''): string {
  const token = new RegExp(`${path}[?&]token=([\\w-]+)`).exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no link in ${mail?.subject ?? 'no message'}`)
  return token
}
