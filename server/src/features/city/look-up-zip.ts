import type { PostalAddress } from '#contract/city.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { type FoundAddress, findCity, findKnownZip, type KnownZip, rememberZip } from './queries.ts'
import { askZipServices, type ServiceAnswer } from './zip-services.ts'

const DAY_MS = 86_400_000
const FOUND_FOR_DAYS = 90
/** New streets get postal codes: what does not exist today may exist tomorrow. */
const MISSING_FOR_DAYS = 1

type ZipDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** The address of a postal code: from what is known, else from the services; 502 when nobody answers. */
export async function lookUpZip(deps: ZipDeps, zip: string): Promise<PostalAddress> {
  const now = deps.clock.now()
  const known = await findKnownZip(deps.db, zip)
  if (known && isFresh(known, now)) return present(known.address)
  let answer: ServiceAnswer | null
  try {
    answer = await askZipServices(deps.config, zip)
  } catch (error) {
    deps.log.warn({ err: error }, 'no postal code service answered')
    // An old address beats none.
    if (known?.address) return known.address
    throw new AppError('third_party', { message: 'Erro ao buscar CEP.', cause: error })
  }
  const address = answer && (await asOurAddress(deps.db, zip, answer))
  await rememberZip(deps.db, zip, address, now)
  return present(address)
}

const present = (address: FoundAddress | null): PostalAddress => address ?? { erro: true }

function isFresh(known: KnownZip, now: Date): boolean {
  const days = known.address ? FOUND_FOR_DAYS : MISSING_FOR_DAYS
  return now.getTime() - known.fetchedAt.getTime() < days * DAY_MS
}

/** The services spell some municipalities otherwise than the IBGE; forms and filters know ours. */
async function asOurAddress(db: Db, zip: string, answer: ServiceAnswer): Promise<FoundAddress> {
  const city = await findCity(db, { ibge: answer.ibge, name: answer.city, stateCode: answer.stateCode })
  return {
    cep: zip,
    logradouro: answer.street,
    bairro: answer.district,
    localidade: city?.nome ?? answer.city,
    uf: answer.stateCode,
    ibge: city ? String(city.id) : (answer.ibge ?? ''),
  }
}
