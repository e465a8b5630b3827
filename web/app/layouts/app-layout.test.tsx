import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectText, renderLayout, signIn } from '../../test/render-screen.tsx'
import AppLayout from './app-layout.tsx'
import PublicLayout from './public-layout.tsx'

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
