import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { type Account, signIn } from './create-account.ts'
import { acceptInvitation, authorized, createProducer, grant, test } from './create-producer.ts'
import { createRace } from './create-race.ts'
import { MANAGE_EVENT, save } from './manage-event.ts'
import { toast } from './toast.ts'

// Specification, page 2, §6: a realizador can see and do exactly what was granted, on linked events only.

type Session = Account['session']

const LIST = '/organizador/eventos'
const PRODUCERS = '/organizador/realizadores'
const FEES = '/organizador/taxas'
const FORBIDDEN = 'Você não tem permissão para esta ação.'

async function link(request: APIRequestContext, organizer: Session, producerId: number, eventId: number) {
  const answer = await request.post('/api/v1/organizer/producers/add-event', {
    data: { organizer_id: producerId, event_id: eventId },
    ...authorized(organizer),
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Expects the entries of an event's row menu, in order. */
async function expectMenu(page: Page, title: string, entries: readonly string[]): Promise<void> {
  await page.goto(LIST)
  await page.getByRole('button', { name: `Ações de ${title}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText([...entries])
}

test('a realizador can use exactly the granted permissions', { tag: '@operation' }, async ({
  browser,
  baseURL,
  request,
  organizer,
}) => {
  const [mine, other] = [await createRace(request), await createRace(request)]
  const producer = await createProducer(request, organizer)
  const colleague = await createProducer(request, organizer)
  for (const { id } of [producer, colleague]) await link(request, organizer, id, mine.id)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const session = await acceptInvitation(request, producer.email)
  await signIn(context, session)
  const page = await context.newPage()
  /** Sends the request of an action that the menu does not offer. Returns its status. */
  const put = async (path: string, data: object) =>
    (await request.put(`/api/v1${path}`, { data, ...authorized(session) })).status()
  const status = `/organizer/events/change-status/${mine.id}`

  await test.step('without permissions: the linked event in the list, with only its public page', async () => {
    await page.goto(LIST)
    await expect(page.getByRole('row', { name: mine.title })).toBeVisible()
    await expect(page.getByText(other.title)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Novo Evento' })).toHaveCount(0)
    await expectMenu(page, mine.title, ['Ver página'])
    for (const path of [PRODUCERS, FEES]) {
      await page.goto(path)
      await expect(page.getByText(FORBIDDEN).first()).toBeVisible()
    }
    // The list has its own address for this role.
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await expect(menu.getByRole('link')).toHaveText(['Meus Eventos', 'Meus Eventos'])
    await menu.getByRole('link').last().click()
    await expect(page).toHaveURL('/realizador/eventos')
    await expect(page.getByRole('row', { name: mine.title })).toBeVisible()
    await page.goto(`${MANAGE_EVENT}/${mine.id}`)
    await expect(toast(page, FORBIDDEN)).toBeVisible()
    await expect(page).toHaveURL(LIST)
    expect(await put(status, { status: 0 })).toBe(403)
  })

  await test.step('view-event: the form, read-only, and the history', async () => {
    await grant(request, organizer, producer.id, ['view-event'])
    await expectMenu(page, mine.title, ['Editar', 'Histórico', 'Ver página'])
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: mine.title })).toBeVisible()
    await expect(page.getByLabel('Título')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page.getByText('Criou o evento')).toBeVisible()
    expect(await put(`/organizer/events/${mine.id}`, {})).toBe(403)
  })

  await test.step('view-event-participants: the list, without export and changes', async () => {
    await grant(request, organizer, producer.id, ['view-event-participants'])
    await expectMenu(page, mine.title, ['Editar', 'Participantes', 'Painel', 'Histórico', 'Ver página'])
    await page.getByRole('menuitem', { name: 'Participantes' }).click()
    await expect(page.getByText('Nenhum participante encontrado.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Exportar' })).toHaveCount(0)
  })

  await test.step('edit-event and change-event-status: saving, opening and closing', async () => {
    await grant(request, organizer, producer.id, ['edit-event', 'change-event-status'])
    await page.goto(`${MANAGE_EVENT}/${mine.id}`)
    await page.getByLabel('Título').fill(`${mine.title} revista`)
    await save(page)
    await expect(toast(page, 'Evento atualizado com sucesso!')).toBeVisible()
    await expectMenu(page, `${mine.title} revista`, [
      'Editar',
      'Participantes',
      'Fechar Evento',
      'Painel',
      'Histórico',
      'Ver página',
    ])
    await page.getByRole('menuitem', { name: 'Fechar Evento' }).click()
    await expect(toast(page, 'Status alterado com sucesso!')).toBeVisible()
  })

  await test.step('view-fees: the fees, read-only', async () => {
    await grant(request, organizer, producer.id, ['view-fees'])
    await page.goto(FEES)
    await expect(page.getByLabel('Taxa de Setup')).not.toBeEditable()
    await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
  })

  await test.step("view-realizadores, edit-realizador: a colleague's contact data, not e-mail and company", async () => {
    await grant(request, organizer, producer.id, ['view-realizadores'])
    await page.goto(PRODUCERS)
    await expect(page.getByRole('row', { name: colleague.fantasy_name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Novo Realizador' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Relacionar/ })).toHaveCount(0)

    await grant(request, organizer, producer.id, ['edit-realizador'])
    await page.goto(`${PRODUCERS}/detalhe/${colleague.id}?editar`)
    await expect(page.getByText(/quem muda é o organizador/)).toBeVisible()
    for (const label of ['Email', 'CNPJ', 'Nome fantasia', 'Razão Social'])
      await expect(page.getByLabel(label, { exact: true })).not.toBeEditable()
    await page.getByLabel('Nome do responsável').fill('Teresa Nova')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(toast(page, 'Organizador atualizado com sucesso!')).toBeVisible()
    await expect(page.getByText('Teresa Nova')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sessões abertas' })).toHaveCount(0)
  })

  await test.step('an unlinked event is never accessible', async () => {
    await page.goto(`${MANAGE_EVENT}/${other.id}`)
    await expect(toast(page, 'Evento não encontrado.')).toBeVisible()
    await expect(page).toHaveURL(LIST)
    await expect(page.getByText(other.title)).toHaveCount(0)
    expect(await put(`/organizer/events/change-status/${other.id}`, { status: 0 })).toBe(404)
  })
  await context.close()
})
