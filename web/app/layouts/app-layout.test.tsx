import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { PERMISSIONS } from '#contract/roles.ts'
import { clearSession, getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderLayout, renderScreen, signIn } from '#web-test/render-screen.tsx'
import AppLayout from './app-layout.tsx'
import PublicLayout from './public-layout.tsx'
import RoleHome from './role-home.tsx'

const contents = <h1>Movimento do dia</h1>

test('a page of another role says so, links to the home and shows neither its content nor another menu', async () => {
  signIn(['Participante'])
  await renderLayout(<AppLayout />, contents, '/empresa/movimento-diario')
  await expect.element(page.getByText('Esta página não é do seu perfil')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ir para o meu início' }))
    .toHaveAttribute('href', '/participante/eventos')
  await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Pessoas' })).not.toBeInTheDocument()
})

test("a page of the user's role shows its content", async () => {
  signIn(['Empresa'])
  await renderLayout(<AppLayout />, contents, '/empresa/movimento-diario')
  await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).toBeVisible()
})

test('a page without its permission names the permission and sends no request', async () => {
  signIn(['Organizador'], ['view-event'])
  await renderLayout(<AppLayout />, contents, '/organizador/eventos/3/participantes')
  await expect.element(page.getByText('Você não tem permissão para esta ação.')).toBeVisible()
  await expectText(page.getByRole('main'), 'a permissão “Ver participantes”')
  await expect
    .element(page.getByRole('link', { name: 'Ir para os meus eventos' }))
    .toHaveAttribute('href', '/organizador/eventos')
  await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).not.toBeInTheDocument()
})

describe('of users with several roles', () => {
  const switches = page.getByRole('navigation', { name: 'Trocar de perfil' })
  const both = (roles = ['Organizador', 'Participante']) => {
    onTestFinished(() => localStorage.clear())
    signIn(roles, Object.keys(PERMISSIONS))
  }

  test("the menu switches the role, which changes the menu, opens the role's home and is stored", async () => {
    both()
    await renderLayout(<AppLayout />, contents, '/organizador/taxas')
    await expect.element(switches.getByRole('link')).toHaveTextContent('Usar como Corredor')
    await expect.element(page.getByRole('link', { name: 'Realizadores' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Meu Perfil' })).not.toBeInTheDocument()
    await expect
      .element(switches.getByRole('link'))
      .toHaveAttribute('href', '/pagina-inicial?papel=Participante')
  })

  test('requests contain the role, and the device remembers it after signing out', async () => {
    both()
    answerCalls({
      'GET /me': {
        body: { data: { user: getSession()?.user, roles: ['Organizador', 'Participante'], permissions: [] } },
      },
    })
    const location = await renderScreen(<RoleHome />, {
      route: '/pagina-inicial',
      path: '/pagina-inicial?papel=Participante',
    })
    await expect.poll(() => location().pathname).toBe('/participante/eventos')
    expect(sentCalls('GET /me').at(-1)?.headers.get('x-role')).toBe('Participante')
    expect(getSession()?.roles).toEqual(['Participante'])
    clearSession()
    both()
    expect(getSession()?.roles).toEqual(['Participante'])
  })

  test('a role that the user does not hold leads to their own home', async () => {
    both()
    const location = await renderScreen(<RoleHome />, {
      route: '/pagina-inicial',
      path: '/pagina-inicial?papel=Admin',
    })
    await expect.poll(() => location().pathname).toBe('/organizador/eventos')
  })

  test('a page of another role that the user holds switches to it', async () => {
    both()
    await renderLayout(<AppLayout />, contents, '/participante/eventos')
    await expect.element(switches.getByRole('link')).toHaveTextContent('Usar como Organizador')
    await expect.element(page.getByRole('link', { name: 'Meu Perfil' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).toBeVisible()
  })

  test('without a connection the page says so and retries', async () => {
    both()
    answerCalls({ 'GET /me': { status: 500, body: {} } })
    await renderScreen(<RoleHome />, { route: '/pagina-inicial', path: '/pagina-inicial?papel=Participante' })
    await expect.element(page.getByText('Erro ao trocar de perfil. Tente novamente.')).toBeVisible()
    answerCalls({
      'GET /me': {
        body: { data: { user: getSession()?.user, roles: ['Organizador', 'Participante'], permissions: [] } },
      },
    })
    await button('Tentar novamente').click()
    await expect.poll(() => getSession()?.roles).toEqual(['Participante'])
  })

  test('a user with one role cannot switch', async () => {
    both(['Organizador'])
    await renderLayout(<AppLayout />, contents, '/organizador/taxas')
    await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).toBeVisible()
    await expect.element(switches).not.toBeInTheDocument()
  })
})

test('the footer shows links for the signed-in user', async () => {
  const footer = page.getByRole('contentinfo')
  await renderLayout(<PublicLayout />, contents)
  await expect.element(footer.getByRole('link', { name: 'Entrar' })).toBeVisible()
  await expect.element(footer.getByRole('link', { name: 'Cadastre-se' })).toBeVisible()
  signIn(['Organizador'])
  await expect
    .element(footer.getByRole('link', { name: 'Perfil' }))
    .toHaveAttribute('href', '/organizador/eventos')
  await expect.element(footer.getByRole('button', { name: 'Sair' })).toBeVisible()
  await expect.element(footer.getByRole('link', { name: 'Entrar' })).not.toBeInTheDocument()
  await expect.element(footer.getByRole('link', { name: 'Meus Eventos' })).not.toBeInTheDocument()
})
