import type { FastifyReply } from 'fastify'
import * as contract from '#contract/city/city.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import type { Limit } from '#server/lib/rate-limit.ts'
import { createDirectory } from './directory.ts'
import { lookUpZip } from './look-up-zip.ts'

/** The services limit our requests, so one visitor must not use up the quota. */
const ZIP_BY_IP: Limit = { name: 'zip-ip', points: 60, perSeconds: 600 }

const cacheForADay = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=86400')

export function cityRoutes(api: Api, deps: Deps): void {
  const directory = createDirectory(deps.db)

  api.handle(contract.listStates, async ({ reply }) => {
    const data = await directory.states()
    cacheForADay(reply)
    return { data }
  })

  api.handle(contract.listCities, async ({ params, reply }) => {
    const data = await directory.citiesOf(params.uf)
    cacheForADay(reply)
    return { data }
  })

  api.handle(contract.lookUpZip, async ({ params, ip }) => {
    await deps.rateLimiter.consume(ZIP_BY_IP, ip)
    return { data: await lookUpZip(deps, params.cep) }
  })
}
