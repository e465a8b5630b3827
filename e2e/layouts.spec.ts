import { expect, type Page, test } from 'playwright/test'
import { openPage } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'

// Specification, page 1: §1 the chat, §2.6 the public bar, §2.11 the signed-in frame, §2.12 who may change a
// picture, §9 colours.

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

const openMenu = (page: Page) => page.getByRole('button', { name: 'Abrir menu' })
const links = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')
const toggle = (page: Page) => page.getByRole('button', { name: 'Alternar entre tema claro e escuro' })

test('§2.6 the links of the top bar for guests and participants; on a phone they are in a drawer', {
  tag: '@operation',
}, async ({ page, request }) => {
  await test.step('the consent text is public', async () => {
    const served = await (await request.get('/privacidade')).text()
    expect(served, 'readable without JavaScript').toContain('Para que serve este termo')
    await openPage(page, '/')
    const footer = page.getByRole('contentinfo')
    await expect(footer, 'who runs the platform').toContainText(
      /Ltda\..*CNPJ \d{2}\.\d{3}.*CEP \d{5}-\d{3}.*@/,
    )
    await footer.getByRole('link', { name: 'Privacidade e termos' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacidade e termos')
    await expect(page.getByRole('heading', { name: '6. Os seus direitos' })).toBeVisible()
  })

  await test.step('a guest', async () => {
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Largada, página inicial' })).toHaveAttribute('href', '/')
    await expect(links(page)).toHaveText(['Início', 'Eventos'])
    for (const link of await links(page).all()) await expect(link).toHaveAttribute('href', '/')
    await expect(bar.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
    const chat = page.getByRole('link', { name: 'Conversar conosco' })
    await expect(chat).toHaveAttribute('href', 'https://wa.me/5511999990000')
    await expect(chat).toHaveAttribute('target', '_blank')
    await page.setViewportSize(PHONE)
    await openMenu(page).click()
    const drawer = page.getByRole('dialog', { name: 'Olá!' })
    await expect(drawer.getByRole('link')).toHaveText(['Início', 'Eventos', 'Entrar', 'Fale conosco'])
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(openMenu(page)).toBeFocused()
  })

  await test.step('a participant', async () => {
    const { name, session } = await createAccount(request)
    await signIn(page.context(), session)
    await page.reload()
    await openMenu(page).click()
    const drawer = page.getByRole('dialog', { name: `Olá, ${name}!` })
    await expect(drawer.getByRole('link')).toHaveText([
      'Início',
      'Eventos',
      'Meus Eventos',
      'Perfil',
      'Fale conosco',
    ])
    await expect(drawer.getByRole('link', { name: 'Perfil' })).toHaveAttribute(
      'href',
      '/participante/eventos',
    )
    await expect(drawer.getByRole('button', { name: 'Sair' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.setViewportSize(DESKTOP)
    await expect(links(page)).toHaveText(['Início', 'Eventos', 'Meus Eventos'])
    await page
      .getByRole('banner')
      .getByRole('button', { name: name.split(' ')[0] ?? '' })
      .click()
    await expect(page.getByRole('menuitem')).toHaveText(['Perfil', 'Sair'])
    await page.getByRole('menuitem', { name: 'Perfil' }).click()
    await expect(page).toHaveURL('/participante/eventos')
  })

  await test.step('without the role Participante there is no Meus Eventos', async () => {
    // Runs after the previous page's last storage event and before the next page reads the storage.
    await page.addInitScript(() => localStorage.setItem('roles', '["Organizador"]'))
    await page.goto('/recuperar-senha')
    await page.getByRole('banner').getByRole('button', { name: 'Bruna' }).click()
    await expect(page.getByRole('menuitem', { name: 'Perfil' })).toHaveAttribute(
      'href',
      '/organizador/eventos',
    )
    await expect(links(page)).toHaveText(['Início', 'Eventos'])
  })
})

test('§2.11 the side drawer in both themes and on a phone; the home of an organizer', {
  tag: '@operation',
}, async ({ page, request }) => {
  const session = await logIn(request, 'organizador@largada.test')
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page.context(), session)
  await page.goto('/organizador/pagina-inicial')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página Inicial')
  await expect(page.getByRole('button', { name: 'Novo' })).toHaveCount(0)

  await page.goto('/organizador/eventos')
  const drawer = page.getByRole('complementary').filter({ hasText: session.user.name })
  await expect(drawer).toHaveCSS('width', '224px')
  await expect(drawer.getByRole('link', { name: 'Meus Eventos' })).toHaveAttribute('aria-current', 'page')
  await expect(drawer.getByRole('link', { name: 'Taxas' })).not.toHaveAttribute('aria-current')
  await expect(page.getByLabel('Trocar foto')).toHaveCount(0)

  await test.step('§9 the colours of the themes, which are remembered', async () => {
    const primary = page.getByRole('main').getByRole('link', { name: 'Novo Evento' })
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 247, 246)')
    await expect(primary).toHaveCSS('background-color', 'rgb(233, 117, 4)')
    await toggle(page).click()
    for (const reload of [false, true]) {
      if (reload) await page.reload()
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(32, 33, 36)')
      await expect(primary).toHaveCSS('background-color', 'rgb(63, 81, 181)')
    }
    await toggle(page).click()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 247, 246)')
  })

  await test.step('on a phone a button opens the drawer and choosing an entry closes it', async () => {
    await page.setViewportSize(PHONE)
    await expect(drawer).toBeHidden()
    await openMenu(page).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet.getByRole('button', { name: 'Sair' })).toBeVisible()
    await sheet.getByRole('link', { name: 'Taxas' }).click()
    await expect(page).toHaveURL('/organizador/taxas')
    await expect(sheet).toBeHidden()
  })
})
