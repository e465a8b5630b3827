import { Menu } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '#web-test/render-screen.tsx'
import { DataTable } from './data-table.tsx'
import { RowLink } from './row-link.tsx'

const onPress = vi.fn()
const COLUMNS = [
  {
    key: 'name',
    header: 'Nome',
    title: true,
    cell: (name: string) => <RowLink to={`/${name}`}>{name}</RowLink>,
  },
  { key: 'email', header: 'E-mail', cell: (name: string) => <span>{name}@exemplo.test</span> },
  {
    key: 'actions',
    header: 'Ações',
    actions: true,
    cell: (name: string) => (
      <Menu>
        <Menu.Target>
          <button type="button">Ações de {name}</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Conta</Menu.Label>
          <Menu.Item onClick={onPress}>Bloquear</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]

const open = () =>
  renderScreen(
    <DataTable caption="Pessoas" columns={COLUMNS} rows={['ana', 'bia', 'caio']} rowKey={(name) => name} />,
  )

test('a click on a cell follows the link of its row', async () => {
  const location = await open()
  await page.getByText('bia@exemplo.test').click()
  await expect.poll(() => location().pathname).toBe('/bia')
})

test('a click on a control of the row, or in the menu that it opens, does not follow the link', async () => {
  const location = await open()
  await page.getByRole('button', { name: 'Ações de bia' }).click()
  await page.getByText('Conta').click()
  await page.getByRole('menuitem', { name: 'Bloquear' }).click()
  expect(onPress).toHaveBeenCalledOnce()
  expect(location().pathname).toBe('/')
})

test('the click that ends a text selection does not follow the link', async () => {
  const location = await open()
  const email = page.getByText('bia@exemplo.test').element() as HTMLElement
  getSelection()?.selectAllChildren(email)
  email.click()
  expect(location().pathname).toBe('/')
  getSelection()?.empty()
  email.click()
  await expect.poll(() => location().pathname).toBe('/bia')
})
