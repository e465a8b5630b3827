// @module-tag operation
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ERRORS } from '#contract/errors.ts'
import { answerCalls } from '#web-test/answers.ts'
import { renderScreen, signIn } from '#web-test/render-screen.tsx'
import AccountsScreen from './accounts/accounts-screen.tsx'
import EnterprisesScreen from './enterprises/enterprises-screen.tsx'
import AdminHomeScreen from './home/admin-home-screen.tsx'
import AuditScreen from './operations/audit-screen.tsx'
import JobsScreen from './operations/jobs-screen.tsx'
import OrganizersScreen from './organizers/organizers-screen.tsx'

// server/test proves which roles the server refuses. This test proves that a refused screen says so and shows
// no data.

const [status, message] = ERRORS.forbidden

test.each<[route: string, Screen: ComponentType]>([
  ['GET /admin/overview', AdminHomeScreen],
  ['POST /admin/participants/search', AccountsScreen],
  ['POST /admin/organizers/search', OrganizersScreen],
  ['GET /admin/enterprises', EnterprisesScreen],
  ['POST /admin/audit/search', AuditScreen],
  ['GET /admin/jobs', JobsScreen],
])('a refused %s shows the refusal and no data', async (route, Screen) => {
  signIn(['Organizador'])
  answerCalls({ [route]: { status, body: { message } } })
  await renderScreen(<Screen />)
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})
