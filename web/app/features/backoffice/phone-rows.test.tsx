// @module-tag operation
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answer, answerCalls, listOf } from '#web-test/answers.ts'
import { renderScreen, signIn } from '#web-test/render-screen.tsx'
import AccountsScreen from './accounts/accounts-screen.tsx'
import PeopleScreen from './directory/people-screen.tsx'
import EnterprisesScreen from './enterprises/enterprises-screen.tsx'
import SecurityLogScreen from './operations/security-log-screen.tsx'
import OrganizersScreen from './organizers/organizers-screen.tsx'
import StaffScreen from './staff/staff-screen.tsx'

// The lists of Admin and Empresa on a phone.

const NAME = 'Associação Recreativa dos Corredores de Rua do Vale do Paraíba'
const AT = '2026-11-01T12:00:00Z'
const ACCOUNT = {
  id: 9,
  name: NAME,
  email: 'associacao.dos.corredores.de.rua@exemplo.test',
  phone: '12987654321',
  email_verified: false,
  blocked_at: null,
  created_at: AT,
}
const EVENT = {
  id: '1',
  at: AT,
  kind: 'access.refused',
  account: { id: 9, name: NAME, has_second_factor: false },
  actor: null,
  ip: '2804:14d:5c5b:8a3f:91c2:d07e:4b11:2f9a',
  times: 3,
  detail: { status: 404, route: 'GET /api/v1/enterprise/cities/:id' },
  record: null,
}

const LISTS: Record<string, [Screen: ComponentType, route: string, answer: Answer, texts: string[]]> = {
  Participantes: [
    AccountsScreen,
    'POST /admin/participants/search',
    listOf([{ ...ACCOUNT, masked_cpf: '***.982.247-**' }]),
    ['CPF ***.982.247-**', ACCOUNT.email, 'E-mail não verificado'],
  ],
  Organizadores: [
    OrganizersScreen,
    'POST /admin/organizers/search',
    listOf([
      {
        ...ACCOUNT,
        fantasy_name: NAME,
        cnpj: '11222333000181',
        suspended_at: null,
        enterprise: { id: 1, name: 'Largada' },
        events: 12,
      },
    ]),
    [ACCOUNT.email, 'Convite enviado', '12'],
  ],
  Usuários: [
    StaffScreen,
    'POST /admin/staff/search',
    listOf([{ ...ACCOUNT, role: 'Empresa', enterprise: { id: 1, name: 'Largada' }, last_seen_at: AT }]),
    [ACCOUNT.email, 'Empresa · Largada', '01/11/2026 às 09:00', 'Convite enviado'],
  ],
  Empresas: [
    EnterprisesScreen,
    'GET /admin/enterprises',
    listOf([{ ...ACCOUNT, cnpj: '11222333000181', organizers: 3, events: 44 }]),
    ['11.222.333/0001-81', '3', '44'],
  ],
  'Registro de segurança': [
    SecurityLogScreen,
    'POST /admin/security-log/search',
    { body: { data: [EVENT], meta: { next_cursor: null } } },
    [
      'Acesso recusado · 3 vezes',
      '404 em GET /api/v1/enterprise/cities/:id',
      NAME,
      EVENT.ip,
      '01/11/2026 às 09:00',
    ],
  ],
  Pessoas: [
    PeopleScreen,
    'POST /enterprise/people/search',
    listOf([
      {
        ...ACCOUNT,
        masked_cpf: '***.982.247-**',
        last_event: 'Corrida da Ilha',
        last_registered_at: AT,
        registrations: 4,
      },
    ]),
    ['CPF ***.982.247-**', 'Corrida da Ilha', '(12) 98765-4321', '4'],
  ],
}

for (const [name, [Screen, route, answer, texts]] of Object.entries(LISTS))
  test(`${name}: a row is at most 96 px high, and shows what matters`, async () => {
    signIn(['Admin', 'Empresa'])
    answerCalls({ [route]: answer })
    await page.viewport(390, 844)
    await renderScreen(<Screen />)
    const row = page.getByRole('table', { name }).getByRole('row').last()
    for (const text of texts) await expect.element(row.getByText(text).first()).toBeVisible()
    expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(96)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
