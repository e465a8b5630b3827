import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RightClaimRow } from '#contract/participants/right-claims.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signInOrganizer, toast } from '#web-test/render-screen.tsx'
import { CLAIM } from '#web-test/right-claim.ts'
import RightsScreen from './rights-screen.tsx'

const LIST = 'GET /organizer/events/7/right-claims'
const REVIEW = 'POST /organizer/registrations/31/right-review'
const row = (id: number, participant: string, more: Partial<RightClaimRow> = {}): RightClaimRow => ({
  ...CLAIM,
  registration_id: id,
  participant,
  registration_status: 1,
  ...more,
})
const ANA = row(31, 'Ana Lima')
const BRUNA = row(32, 'Bruna Prado', { proof: null, proof_sent_at: null, status: 'awaiting_proof' })
const claims = (rows: RightClaimRow[]) =>
  listOf(
    rows,
    {},
    { event: { id: 7, title: 'Corrida da Ilha' }, rules: [{ id: 4, name: 'PCD' }], open: rows.length },
  )

async function open(rows = [ANA, BRUNA], permissions?: string[]) {
  signInOrganizer(permissions)
  answerCalls({ [LIST]: claims(rows) })
  return renderScreen(<RightsScreen />, {
    route: '/organizador/eventos/:id/direitos',
    path: '/organizador/eventos/7/direitos',
  })
}
const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
const main = () => page.getByRole('main')

test('shows each claim with its declaration and its proof', async () => {
  await open()
  await expect.element(heading('Ana Lima · PCD')).toBeVisible()
  for (const words of [
    'Declaração, versão 2',
    'Declaro que sou pessoa com deficiência.',
    'Laudo médico',
    'Em análise',
  ])
    await expectText(main(), words)
  await expect.element(button('Baixar comprovante')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Relatório' }))
    .toHaveAttribute('href', '/organizador/eventos/7/direitos/relatorio')
  await page.getByRole('button', { name: /^Bruna Prado/ }).click()
  await expect.element(heading('Bruna Prado · PCD')).toBeVisible()
  await expectText(main(), 'não; prazo até 10/02/2031')
  await expectText(main(), 'Nenhum comprovante foi enviado.')
})

test('a picture is shown beside the claim', async () => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/registrations/31/rights/4/proof': { body: '<svg/>' } })
  await open([{ ...ANA, proof: 'jpg' }])
  const picture = page.getByRole('img', { name: 'Comprovante: Laudo médico' })
  await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/))
})

test('the arrow keys choose a claim', async () => {
  await open()
  await page.getByRole('button', { name: /^Ana Lima/ }).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(heading('Bruna Prado · PCD')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Bruna Prado/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  await expect.element(heading('Ana Lima · PCD')).toBeVisible()
})

test('after an approval the next claim is shown', async () => {
  await open()
  await expect.element(heading('Ana Lima · PCD')).toBeVisible()
  answerCalls({ [REVIEW]: { body: { message: 'Desconto aprovado.' } }, [LIST]: claims([BRUNA]) })
  await button('Aprovar').click()
  await expect.element(toast('Desconto aprovado.')).toBeVisible()
  await expect.element(heading('Bruna Prado · PCD')).toBeVisible()
  expect(sentCalls(REVIEW).at(-1)?.body).toEqual({
    right_rule_id: 4,
    version: CLAIM.version,
    decision: 'approve',
  })
})

test("a rejection needs a reason and shows the server's refusals", async () => {
  await open()
  await button('Recusar').click()
  const dialog = page.getByRole('dialog', { name: 'Recusar o desconto "PCD"' })
  answerCalls({
    [REVIEW]: {
      status: 422,
      body: { message: 'Erro de validação', errors: { reason: ['Escreva o motivo da recusa.'] } },
    },
  })
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect.element(dialog.getByText('Escreva o motivo da recusa.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Laudo vencido.')
  answerCalls({ [REVIEW]: { body: { message: 'Desconto recusado. Avisamos por e-mail.' } } })
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect.element(toast('Desconto recusado. Avisamos por e-mail.')).toBeVisible()
  expect(sentCalls(REVIEW).at(-1)?.body).toMatchObject({ decision: 'reject', reason: 'Laudo vencido.' })
})

test('filters by rule and status; decided claims have no buttons', async () => {
  await open()
  answerCalls({
    [LIST]: claims([
      {
        ...ANA,
        status: 'rejected',
        is_current: false,
        review_reason: 'Laudo vencido.',
        reviewer: 'Helena',
        reviewed_at: '2031-01-13T12:00:00Z',
      },
    ]),
  })
  await page.getByRole('combobox', { name: 'Situação' }).selectOptions('Recusado')
  await page.getByRole('combobox', { name: 'Direito' }).selectOptions('PCD')
  await expectText(main(), 'Laudo vencido.')
  await expect.element(button('Aprovar')).not.toBeInTheDocument()
  await expect.poll(() => sentCalls(LIST).at(-1)?.route).toMatch(/status=rejected&right_rule_id=4/)
})

test('nothing to decide; without the permission for finances there is no report', async () => {
  await open([], ['view-event-participants', 'edit-registration-participant-event'])
  await expectText(main(), 'Nada para decidir.')
  await expect.element(page.getByText(/^Página/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Relatório' })).not.toBeInTheDocument()
})
