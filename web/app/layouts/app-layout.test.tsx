import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { PERMISSIONS } from '#contract/roles.ts'
import { answerCalls, sentCalls } from '../../test/answers.ts'
import { button, expectText, renderLayout, renderScreen, signIn } from '../../test/render-screen.tsx'
import { clearSession, getSession } from '../session.ts'
import AppLayout from './app-layout.tsx'
import PublicLayout from './public-layout.tsx'
import RoleHome from './role-home.tsx'

const contents = <h1>Movimento do dia</h1>

test('a page for another role says so, leads home and shows neither its contents nor another menu', async () => {
  signIn(['Participante'])
  await renderLayout(<AppLayout />, contents, '/empresa/movimento-diario')
  await expect.element(page.getByText('Esta página não é do seu perfil')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ir para o meu início' }))
    .toHaveAttribute('href', '/participante/eventos')
  await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Pessoas' })).not.toBeInTheDocument()
})

test('a page for the own role shows its contents', async () => {
  signIn(['Empresa'])
  await renderLayout(<AppLayout />, contents, '/empresa/movimento-diario')
  await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).toBeVisible()
})

test('a page without its permission says which one is missing, and asks the server for nothing', async () => {
  signIn(['Organizador'], ['view-event'])
  await renderLayout(<AppLayout />, contents, '/organizador/eventos/3/participantes')
  await expect.element(page.getByText('Você não tem permissão para esta ação.')).toBeVisible()
  await expectText(page.getByRole('main'), 'a permissão “Ver participantes”')
  await expect
    .element(page.getByRole('link', { name: 'Ir para os meus eventos' }))
    .toHaveAttribute('href', '/organizador/eventos')
  await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).not.toBeInTheDocument()
})

describe('of somebody with several roles', () => {
  const switches = page.getByRole('navigation', { name: 'Trocar de perfil' })
  const both = (roles = ['Organizador', 'Participante']) => {
    onTestFinished(() => localStorage.clear())
    signIn(roles, Object.keys(PERMISSIONS))
  }

  test('the menu switches to another role, which changes the menu, leads to its home and is remembered', async () => {
    both()
    await renderLayout(<AppLayout />, contents, '/organizador/taxas')
    await expect.element(switches.getByRole('link')).toHaveTextContent('Usar como Corredor')
    await expect.element(page.getByRole('link', { name: 'Realizadores' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Meu Perfil' })).not.toBeInTheDocument()
    await expect
      .element(switches.getByRole('link'))
      .toHaveAttribute('href', '/pagina-inicial?papel=Participante')
  })

  test('the call says the role, and the device remembers it after signing out', async () => {
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

  test('a role that they do not hold leads to their own home', async () => {
    both()
    const location = await renderScreen(<RoleHome />, {
      route: '/pagina-inicial',
      path: '/pagina-inicial?papel=Admin',
    })
    await expect.poll(() => location().pathname).toBe('/organizador/eventos')
  })

  test('a page of the other role switches to it', async () => {
    both()
    await renderLayout(<AppLayout />, contents, '/participante/eventos')
    await expect.element(switches.getByRole('link')).toHaveTextContent('Usar como Organizador')
    await expect.element(page.getByRole('link', { name: 'Meu Perfil' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).toBeVisible()
  })

  test('without a connection the page says so and tries again', async () => {
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

  test('a single role has no switch', async () => {
    both(['Organizador'])
    await renderLayout(<AppLayout />, contents, '/organizador/taxas')
    await expect.element(page.getByRole('heading', { name: 'Movimento do dia' })).toBeVisible()
    await expect.element(switches).not.toBeInTheDocument()
  })
})

test('the footer knows who is signed in', async () => {
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
