import { expect } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, DEMO_PASSWORD, linkSentTo } from './create-account.ts'
import { idOf, test } from './create-organizer.ts'
import { test as asOrganizer, createProducer } from './create-producer.ts'
import { toast } from './toast.ts'

// The users of Admin and Empresa, and viewing the product as a user does. Tests in
// web/app/features/backoffice cover the content of each screen; tests in server/src/features/backoffice cover
// the server's refusals.

test('a user of an enterprise is invited, blocked with a reason, and removed', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const email = `lia-${Date.now().toString(36)}@exemplo.test`
  await page.goto('/admin/usuarios')
  await expect(page.getByRole('table', { name: 'Usuários' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Novo usuário' }).click()
  await page.getByLabel('Nome').fill('Lia Prado')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('combobox', { name: 'Papel' }).selectOption('Empresa')
  await page.getByRole('combobox', { name: 'Empresa' }).selectOption({ index: 1 })
  await page.getByLabel('Sua senha atual').fill(DEMO_PASSWORD)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Usuário criado. O convite segue por e-mail.')).toBeVisible()
  await expect(page.getByText('Convite enviado')).toBeVisible()
  await linkSentTo(request, email, /\/redefinir-senha\?token=/)
  await page.getByRole('button', { name: 'Bloquear' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Férias')
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expect(toast(page, 'Usuário bloqueado.')).toBeVisible()
  await expect(page.getByText('Férias')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Remover' }).click()
  await dialog.getByRole('textbox').fill('Saiu da empresa')
  await dialog.getByRole('button', { name: 'Remover' }).click()
  await expect(toast(page, 'Usuário removido.')).toBeVisible()
  await expect(page).toHaveURL('/admin/usuarios')
})

test('Admin views the product as a runner, cannot change anything, and returns', {
  tag: '@operation',
}, async ({ page, request }) => {
  const runner = await createAccount(request)
  await page.goto(`/participantes/${idOf(runner)}`)
  await page.getByRole('button', { name: 'Ver como' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Chamado 7')
  await dialog.getByRole('button', { name: 'Ver como' }).click()
  await expect(page).toHaveURL('/participante/eventos')
  const banner = page.getByRole('region', { name: 'Visualização' })
  await expect(banner).toContainText(`como ${runner.name}`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('a submitted form is refused with a message', async () => {
    await page.goto('/participante/perfil')
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('nada pode ser mudado nem baixado').first()).toBeVisible()
  })

  await test.step('public pages also show the banner; ending the view returns to Admin', async () => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: `como ${runner.name}. Encerrar` })).toBeVisible()
    await page.goto('/participante/eventos')
    await banner.getByRole('button', { name: 'Encerrar' }).click()
    await expect(page).toHaveURL(`/participantes/${idOf(runner)}`)
    await expect(banner).toHaveCount(0)
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('Viu a plataforma como a conta')
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('Chamado 7')
  })
})

asOrganizer(
  'a realizador is blocked, unblocked and removed by the organizer',
  { tag: '@operation' },
  async ({ page, request, organizer }) => {
    const producer = await createProducer(request, organizer)
    await page.goto(`/organizador/realizadores/detalhe/${producer.id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Bloquear' }).click()
    await dialog.getByRole('textbox').fill('Saiu da prova')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await expect(toast(page, 'Realizador bloqueado.')).toBeVisible()
    await expect(page.getByText('Saiu da prova')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Remover' }).click()
    await dialog.getByRole('textbox').fill('Fim do contrato')
    await dialog.getByRole('button', { name: 'Remover' }).click()
    await expect(toast(page, 'Realizador removido.')).toBeVisible()
    await expect(page).toHaveURL('/organizador/realizadores')
    await expect(page.getByText(producer.fantasy_name)).toHaveCount(0)
  },
)
