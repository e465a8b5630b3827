import { expect, type Page } from 'playwright/test'
import { formatCpf } from '#contract/documents.ts'
import { expectAccessible } from './accessibility.ts'
import { createAccount, DEMO_PASSWORD, linkSentTo, logIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createOrganizer, idOf, organizerData, test } from './create-organizer.ts'
import { authorized } from './create-producer.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// `/organizadores` and `/participantes` of Admin. Tests in web/app/features/backoffice cover the content of
// each screen.

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test.describe('/organizadores', { tag: '@operation' }, () => {
  test('a new organizer is invited by e-mail and can log in', async ({ page, request }) => {
    const data = organizerData()
    await page.goto('/organizadores')
    await page.getByRole('link', { name: 'Novo Organizador' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(toast(page, 'Erro de validação, verifique os campos.')).toBeVisible()
    await expect(page.getByText('Nome fantasia é obrigatório')).toBeVisible()
    for (const [label, text] of [
      ['Nome fantasia', data.fantasy_name],
      ['Razão Social', data.corporate_reason],
      ['CNPJ', data.cnpj],
      ['Nome do responsável', data.responsible],
      ['Telefone', data.phone],
      ['Email', data.email],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('CEP').fill('01001-000')
    await expect(page.getByRole('textbox', { name: 'Endereço' })).toHaveValue('Praça da Sé')
    await page.getByLabel('Número').fill('10')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(toast(page, 'Organizador registrado com sucesso!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(data.fantasy_name)
    await expect(page.getByText('Convite enviado')).toBeVisible()
    await expectAccessible(page)

    const link = await linkSentTo(request, data.email, /\/redefinir-senha\?token=/)
    const password = 'uma senha boa'
    await request.post('/api/v1/resetPassword/confirm', {
      data: {
        token: new URL(link).searchParams.get('token'),
        password,
        password_confirmation: password,
      },
    })
    expect((await logIn(request, data.email, password)).roles).toEqual(['Organizador'])
    await page.goto(`/organizadores?busca=${data.email}&estado=active`)
    await expect(row(page, data.fantasy_name)).toContainText('Ativo')
    await expectAccessible(page)
  })

  test('an organizer is edited, suspended and reinstated, and the audit log records it', async ({
    page,
    request,
    admin,
  }) => {
    const organizer = await createOrganizer(request, admin)
    await page.goto(`/organizadores/${organizer.id}`)
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByLabel('Apelido (opcional)').fill('Tetê')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(toast(page, 'Organizador atualizado com sucesso!')).toBeVisible()
    await expect(page.getByText('Tetê')).toBeVisible()

    const { email } = organizerData()
    await page.getByRole('link', { name: 'Editar' }).click()
    await expect(page.getByLabel('Sua senha atual')).toHaveCount(0)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Sua senha atual').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('link', { name: 'Editar' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(email)

    await page.getByRole('button', { name: 'Reenviar convite' }).click()
    await confirm(page, 'Enviar')
    await expect(toast(page, 'Convite enviado de novo.')).toBeVisible()

    await page.getByRole('button', { name: 'Suspender' }).click()
    await expect(page.getByRole('dialog')).toContainText('Nenhum evento está com inscrições abertas.')
    await page.getByRole('dialog').getByRole('textbox').fill('Denúncias de participantes')
    await confirm(page, 'Suspender')
    await expect(toast(page, 'Organizador suspenso.')).toBeVisible()
    await expect(page.getByText('Suspenso', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reenviar convite' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Reativar' }).click()
    await confirm(page, 'Reativar')
    await expect(toast(page, 'Organizador reativado.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Suspender' })).toBeVisible()
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page.getByRole('list', { name: 'Histórico' }).getByRole('heading')).toHaveText([
      'Reativou o organizador',
      'Suspendeu o organizador',
      'Enviou novo acesso ao organizador',
      'Editou o organizador',
      'Editou o organizador',
      'Cadastrou o organizador',
    ])
  })
})

test.describe('/participantes', { tag: '@operation' }, () => {
  test('a participant is found by name, e-mail or CPF, blocked, unblocked, and sent a recovery e-mail', async ({
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await page.goto('/participantes')
    await expect(page.getByRole('navigation', { name: 'Paginação' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const search = page.getByRole('searchbox')
    await search.fill(account.name)
    await expect(page).toHaveURL(/busca=/)
    await search.fill(account.email)
    await expect(page).toHaveURL('/participantes')
    await expect(row(page, account.name)).toHaveCount(1)
    await search.fill(formatCpf(account.cpf))
    await expect
      .poll(() => page.evaluate(() => history.state?.usr?.search as string))
      .toBe(formatCpf(account.cpf))
    await expect(page).toHaveURL('/participantes')
    await page.reload()
    await expect(search).toHaveValue(formatCpf(account.cpf))
    await expect(row(page, account.name)).toHaveCount(1)
    // The list shows only the middle digits.
    await expect(page.getByText(formatCpf(account.cpf))).toHaveCount(0)

    await row(page, account.name).getByRole('link').click()
    await expect(page.getByText(formatCpf(account.cpf))).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const block = page.getByRole('button', { name: 'Bloquear' })
    await test.step('the dialog is opened and left with the keyboard', async () => {
      await block.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(block).toBeFocused()
    })
    await block.click()
    await page.getByRole('dialog').getByRole('textbox').fill('Pagamentos contestados')
    await confirm(page, 'Bloquear')
    await expect(toast(page, 'Participante bloqueado.')).toBeVisible()
    expect((await request.get('/api/v1/me', authorized(account.session))).status()).toBe(401)
    await page.getByRole('button', { name: 'Desbloquear' }).click()
    await confirm(page, 'Desbloquear')
    await expect(toast(page, 'Participante desbloqueado.')).toBeVisible()
    await page.getByRole('button', { name: 'Redefinir acesso' }).click()
    await confirm(page, 'Enviar')
    await expect(toast(page, 'E-mail de recuperação enviado.')).toBeVisible()
    await linkSentTo(request, account.email, /\/redefinir-senha\?token=/)
  })

  test('a duplicate account is found, compared and merged', async ({ page, request }) => {
    const race = await createRace(request)
    const [kept, duplicate] = [await createAccount(request), await createAccount(request)]
    await placeOrder(request, duplicate, race)
    await page.goto(`/participantes/${idOf(kept)}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('link', { name: 'Unificar contas' }).click()
    await expect(page.getByText('Qual é a outra conta?')).toBeVisible()
    await page.getByRole('searchbox').fill(duplicate.email)
    await page.getByRole('button', { name: `Comparar com ${duplicate.email}` }).click()
    await expect(page.getByText('1 pedido com 1 inscrição para a conta que fica.')).toBeVisible()
    await expect(page.getByText('É mesmo a mesma pessoa?')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Unificar contas' }).click()
    await confirm(page, 'Unificar')
    await expect(toast(page, 'Contas unificadas com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(`/participantes/${idOf(kept)}`)
    await expect(page.getByRole('link', { name: race.title })).toBeVisible()
    await page.goto(`/participantes/${idOf(duplicate)}`)
    await expect(page.getByText('Participante não encontrado.')).toBeVisible()
  })
})
