import type { Identification } from '#contract/people/confirmation.ts'
import type { Authorization } from '#contract/people/guardian.ts'
import type { Deps } from '#server/deps.ts'
import { identify } from '../confirmation/identify.ts'
import { listConsents } from './queries.ts'
import { type OpenRequest, openOwn, openSigner } from './signer.ts'

/** Throws as `identify` and `openSigner`. */
export async function readAuthorization(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  identification: Identification,
  ip: string,
): Promise<Authorization> {
  return present(deps, await identify(deps, identification, ip, openSigner))
}

/** Throws as `openOwn`. */
export async function readMyAuthorization(
  deps: Pick<Deps, 'db' | 'clock'>,
  own: { userId: number; registrationId: number },
): Promise<Authorization> {
  const open = await openOwn(deps.db, own, deps.clock.now())
  const { buyer_name: name, buyer_cpf: cpf, buyer_email: email } = open.request
  const guardian = open.role === 'guardian' ? { name, cpf: cpf ?? '', email } : null
  return { ...(await present(deps, open)), guardian }
}

async function present({ db }: Pick<Deps, 'db'>, { request, role }: OpenRequest): Promise<Authorization> {
  return {
    role,
    guardian: null,
    event: {
      title: request.title,
      slug: request.slug,
      race_day: request.event_on,
      start_time: request.start_time.slice(0, 5),
    },
    modality: request.modality,
    minor: { name: request.name, cpf: request.cpf, birth_date: request.birth_on },
    due_at: request.due_at.toISOString(),
    consents: role === 'guardian' ? await listConsents(db, request) : [],
  }
}
