import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizerPage } from '#contract/organizer/organizer-profile.ts'
import { renderScreen } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import { OrganizationPage } from './organization-page.tsx'

const BARE: OrganizerPage = {
  slug: 'ilha-run-12',
  fantasy_name: 'Ilha Run',
  about: null,
  public_phone: null,
  public_email: null,
  site: null,
  instagram: null,
  logo: null,
  coming: [],
  past: [],
  past_total: 0,
}
const PAST = {
  slug: 'volta-2024',
  title: 'Volta de 2024',
  date_event: '12/05/2024',
  city: 'Gramado',
  state: 'RS',
}

const open = (changes: Partial<OrganizerPage> = {}) =>
  renderScreen(
    <OrganizationPage
      organization={{ ...BARE, ...changes }}
      today="2026-06-01"
      url="https://largada.example/organizacoes/ilha-run-12"
    />,
    { route: '/organizacoes/:organizer', path: '/organizacoes/ilha-run-12' },
  )
const link = (name: string | RegExp) => page.getByRole('link', { name })

test('shows name, description and contacts', async () => {
  await open({
    about: 'Corridas na ilha.',
    public_phone: '48987654321',
    public_email: 'oi@ilha.example',
    site: 'https://www.ilha.example/',
    instagram: 'ilharun',
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ilha Run')
  await expect.element(page.getByText('Corridas na ilha.')).toBeVisible()
  for (const [name, href] of [
    ['(48) 98765-4321', 'tel:+5548987654321'],
    ['oi@ilha.example', 'mailto:oi@ilha.example'],
    ['ilha.example', 'https://www.ilha.example/'],
    ['@ilharun', 'https://www.instagram.com/ilharun/'],
    ['Fale conosco', 'https://wa.me/5548987654321'],
  ] as const)
    await expect.element(link(name).last()).toHaveAttribute('href', href)
})

test('says that there are no contacts and races, and has no buttons for them', async () => {
  await open()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await expect.element(link('Fale conosco')).not.toBeInTheDocument()
  expect(document.querySelector('details')).toBeNull()
})

test('upcoming races are cards; past ones are collapsed', async () => {
  await open({ coming: [EVENT], past: [PAST], past_total: 140 })
  await expect.element(link(`Inscrever ${EVENT.title}`)).toHaveAttribute('href', `/events/${EVENT.slug}`)
  await expect.element(link('Volta de 2024')).not.toBeInTheDocument()
  await page.getByText('140 corridas já realizadas').click()
  await expect.element(link('Volta de 2024')).toHaveAttribute('href', '/events/volta-2024')
  await expect.element(page.getByText('dom., 12 de mai. de 2024 · Gramado, RS')).toBeVisible()
  await expect.element(page.getByText('Só as mais recentes aparecem aqui.')).toBeVisible()
})

test('an address other than http(s) is not a link', async () => {
  await open({ site: 'javascript:alert(1)' })
  await expect.element(link(/alert/)).not.toBeInTheDocument()
})
