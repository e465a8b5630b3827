import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectText, renderScreen } from '#web-test/render-screen.tsx'
import { KitPickup } from './kit-pickup.tsx'

const PICKUP = {
  place: 'Loja Corre',
  address: 'Rua das Flores, 10',
  from: '11/12/2027',
  opens_at: '10:00',
  until: '12/12/2027',
  closes_at: '18:00',
  note: 'Outra pessoa pode retirar.',
}

test('says when and where, with a link to a map', async () => {
  await renderScreen(<KitPickup pickup={PICKUP} />, { route: '/' })
  await expectText(page.getByRole('main'), 'de 11/12/2027 às 10:00 até 12/12/2027 às 18:00')
  await expectText(page.getByRole('main'), 'Loja Corre, Rua das Flores, 10')
  await expectText(page.getByRole('main'), 'Outra pessoa pode retirar.')
  await expect
    .element(page.getByRole('link', { name: 'Ver no mapa (abre em outra janela)' }))
    .toHaveAttribute('href', expect.stringContaining('query=Loja%20Corre%2C%20Rua%20das%20Flores%2C%2010'))
})

test('without an address there is no map', async () => {
  await renderScreen(<KitPickup pickup={{ ...PICKUP, address: null }} />, { route: '/' })
  await expectText(page.getByRole('main'), 'Loja Corre')
  expect(page.getByRole('link').elements()).toHaveLength(0)
})
