import { z } from 'zod'
import type { PostalAddress } from '#contract/city/city.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { callService } from '#server/lib/call-service.ts'
import type { Db } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { type CachedZip, cacheZip, type FoundAddress, findCachedZip, findCity } from './queries.ts'

const TIMEOUT_MS = 3000

interface ServiceAnswer {
  street: string
  district: string
  city: string
  stateCode: string
  /** IBGE id of the municipality, if the service provides it. */
  ibge: string | null
}

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const stateCode = z.string().regex(/^[A-Z]{2}$/)

/** An unknown code is 200 with `erro`, a boolean or the text "true", depending on the version. */
const ViaCep = z.union([
  z.object({ erro: z.union([z.literal(true), z.literal('true')]) }).transform(() => null),
  z
    .object({
      logradouro: text,
      bairro: text,
      localidade: z.string().trim().min(1),
      uf: stateCode,
      ibge: z.string().regex(/^\d{7}$/),
    })
    .transform(
      (found): ServiceAnswer => ({
        street: found.logradouro,
        district: found.bairro,
        city: found.localidade,
        stateCode: found.uf,
        ibge: found.ibge,
      }),
    ),
])

const BrasilApi = z
  .object({ street: text, neighborhood: text, city: z.string().trim().min(1), state: stateCode })
  .transform(
    (found): ServiceAnswer => ({
      street: found.street,
      district: found.neighborhood,
      city: found.city,
      stateCode: found.state,
      ibge: null,
    }),
  )

/** Null when the code does not exist; throws when neither responds. Both require a User-Agent. */
async function askZipServices(config: Config, zip: string): Promise<ServiceAnswer | null> {
  const userAgent = `Largada/1.0 (+${config.publicUrl})`
  try {
    return await ask(`${config.cepUrl}/${zip}/json/`, ViaCep, userAgent)
  } catch {
    return ask(`${config.cepFallbackUrl}/${zip}`, BrasilApi, userAgent)
  }
}

async function ask(
  url: string,
  answer: z.ZodType<ServiceAnswer | null>,
  userAgent: string,
): Promise<ServiceAnswer | null> {
  const { status, text } = await callService(url, {
    headers: { 'user-agent': userAgent, accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // ViaCEP responds to an invalid code with an HTML page (400), BrasilAPI to an unknown one with 404.
  if (status === 400 || status === 404) return null
  if (status !== 200) throw new Error(`postal code service answered ${status}`)
  return answer.parse(JSON.parse(text))
}

const DAY_MS = 86_400_000
const FOUND_FOR_DAYS = 90
/** New postal codes are created all the time. */
const MISSING_FOR_DAYS = 1

type ZipDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** Throws 502 when no service responds. */
export async function lookUpZip(deps: ZipDeps, zip: string): Promise<PostalAddress> {
  const now = deps.clock.now()
  const known = await findCachedZip(deps.db, zip)
  if (known && isFresh(known, now)) return present(known.address)
  let answer: ServiceAnswer | null
  try {
    answer = await askZipServices(deps.config, zip)
  } catch (error) {
    deps.log.warn({ err: error }, 'no postal code service answered')
    // An expired address is better than none.
    if (known?.address) return known.address
    throw new AppError('third_party', { message: 'Erro ao buscar CEP.', cause: error })
  }
  const address = answer && (await asOurAddress(deps.db, zip, answer))
  await cacheZip(deps.db, zip, address, now)
  return present(address)
}

const present = (address: FoundAddress | null): PostalAddress => address ?? { erro: true }

function isFresh(known: CachedZip, now: Date): boolean {
  const days = known.address ? FOUND_FOR_DAYS : MISSING_FOR_DAYS
  return now.getTime() - known.fetchedAt.getTime() < days * DAY_MS
}

/** Uses IBGE's spelling of the municipality, as forms and filters do. */
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
