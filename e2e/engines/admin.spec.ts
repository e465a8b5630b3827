import { createAccount, logIn } from '../create-account.ts'
import { enterpriseData } from '../create-organizer.ts'
import { signIn, test } from './journey.ts'

test('an administrator finds an account in a list, blocks and unblocks it, and creates a company by its form', {
  tag: '@operation',
}, async ({ view, request }) => {
  const account = await createAccount(request)
  const { name, cnpj } = enterpriseData()
  const confirm = (action: string) =>
    view.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await signIn(view, await logIn(request, 'admin@largada.test'))

  await test.step('list', async () => {
    await view.goto('/participantes')
    await view.getByRole('searchbox').fill(account.email)
    await view.getByRole('row').filter(account.name).getByRole('link').click()
    await view.getByRole('heading', { level: 1, name: account.name }).expectVisible()
  })

  await test.step('task', async () => {
    await view.getByRole('button', { name: 'Bloquear' }).click()
    await view.getByRole('dialog').getByRole('textbox').fill('Pagamentos contestados')
    await confirm('Bloquear')
    await view.toast('Participante bloqueado.').expectVisible()
    await view.getByRole('button', { name: 'Desbloquear' }).click()
    await confirm('Desbloquear')
    await view.toast('Participante desbloqueado.').expectVisible()
  })

  await test.step('form', async () => {
    await view.goto('/Empresas/novo')
    await view.getByLabel('Nome').fill(name)
    await view.getByLabel('CNPJ').fill(cnpj)
    await view.getByRole('button', { name: 'Salvar' }).click()
    await view.toast('Empresa cadastrada com sucesso!').expectVisible()
    await view.getByRole('heading', { level: 1, name }).expectVisible()
  })
})
