import * as contract from '#contract/backoffice/directory.ts'
import { limitedMeta } from '#contract/backoffice/lists.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { pageMeta } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { enterpriseOf } from '#server/features/fees/policy.ts'
import type { Api } from '#server/lib/http.ts'
import { listRegistrationsOfCpf } from '../accounts/queries.ts'
import { maskCpf, presentRegistration } from '../accounts/read-account.ts'
import {
  type CitySummary,
  countCities,
  countPeople,
  getCity,
  getPerson,
  listCities,
  listEventsOfCity,
  listPeople,
  type PersonSummary,
} from './queries.ts'

export function directoryRoutes(api: Api, { db, clock }: Deps): void {
  api.handle(contract.searchPeople, async ({ caller, body }) => {
    const enterpriseId = enterpriseOf(caller)
    return {
      data: (await listPeople(db, enterpriseId, body)).map(presentPerson),
      meta: limitedMeta(body.page, body.per_page, await countPeople(db, enterpriseId, body.search)),
    }
  })

  api.handle(contract.getPerson, async ({ caller, params }) => {
    const enterpriseId = enterpriseOf(caller)
    const { birth_on, ...person } = await getPerson(db, enterpriseId, params.id)
    const registrations = await listRegistrationsOfCpf(db, person.cpf, enterpriseId)
    return {
      data: {
        ...person,
        birth_date: toBrazilianDate(birth_on),
        registrations: registrations.map(presentRegistration),
      },
    }
  })

  api.handle(contract.listEnterpriseCities, async ({ caller, query }) => {
    const enterpriseId = enterpriseOf(caller)
    const rows = await listCities(db, enterpriseId, query, clock.now())
    return {
      data: rows.map(presentCity),
      meta: pageMeta(query.page, query.per_page, await countCities(db, enterpriseId, query)),
    }
  })

  api.handle(contract.getEnterpriseCity, async ({ caller, params }) => {
    const enterpriseId = enterpriseOf(caller)
    const city = await getCity(db, enterpriseId, params.id, clock.now())
    const events = await listEventsOfCity(db, enterpriseId, params.id)
    return {
      data: {
        ...presentCity(city),
        list: events.map(({ event_on, ...event }) => ({ ...event, date_event: toBrazilianDate(event_on) })),
      },
    }
  })
}

const presentPerson = ({ cpf, title, created_at, ...row }: PersonSummary): contract.PersonRow => ({
  ...row,
  masked_cpf: maskCpf(cpf),
  last_event: title,
  last_registered_at: created_at.toISOString(),
})

const presentCity = ({ next_event_on, ...row }: CitySummary): contract.CityRow => ({
  ...row,
  next_event_on: next_event_on && toBrazilianDate(next_event_on),
})
