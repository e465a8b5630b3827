import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { newPerson, type Person, registrationTexts } from '../account-forms.ts'
import { linkSentTo, newCpf } from '../create-account.ts'
import { test } from './journey.ts'
import { type Locator, type View, viewAt } from './view.ts'

// On the demo data, in every engine: a runner finds an event, makes two paid registrations and cancels one.

const RACE = 'Maratona de São Paulo'
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const main = (view: View): Locator => view.getByRole('main')
const field = (view: View, label: string): Locator => main(view).getByLabel(label, { exact: true })

async function findRace(view: View): Promise<void> {
  await view.goto('/')
  await view.getByRole('combobox', { name: 'Nome da corrida' }).fill('maratona sao paul')
  await view.getByLabel('Estado').selectOption('São Paulo')
  await view.expectUrl(/title=maratona\+sao\+paul.*state=SP/)
  await view.getByRole('article').filter(RACE).getByRole('link', { name: 'Inscrever' }).click()
  await view.getByRole('heading', { level: 1, name: RACE }).expectVisible()
}

async function createAccount(view: View, person: Person, photo: string): Promise<void> {
  await main(view).getByRole('link', { name: 'Cadastre-se' }).click()
  await view.expectUrl(/\/register\?evento=/)
  await view.getByLabel('Foto ou documento (opcional)').upload(photo)
  const values = {
    'RG (opcional)': '12.345.678-9',
    ...registrationTexts(person),
    'Complemento (opcional)': 'Apto. 42',
  }
  for (const [label, value] of Object.entries(values)) {
    await field(view, label).fill(value)
    await field(view, label).expectValue(value)
  }
  await view.getByRole('radio', { name: 'Masculino' }).check()
  await field(view, 'Cidade').expectValue('São Paulo')
  await view.getByRole('checkbox', { name: 'Promoções (opcional)' }).check()
  await view.getByRole('checkbox', { name: 'Novidades dos eventos (opcional)' }).check()
  await view.getByRole('checkbox', { name: /^Li e aceito/ }).click()
  await view.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await view.getByRole('checkbox', { name: /^Li e aceito/, checked: true }).expectVisible()
  await view.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await view.expectUrl(/\/login\?evento=/)
  await view.toast('Cadastro realizado com sucesso!').expectVisible()
}

async function registerBoth(view: View, friend: { name: string; cpf: string }): Promise<void> {
  const choice = (group: string, name: RegExp) =>
    view.getByRole('group', { name: group, exact: true }).getByRole('radio', { name })
  const next = () => view.getByRole('button', { name: 'Próximo' }).click()
  await view.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await view.getByRole('heading', { name: 'Quem vai participar?' }).expectVisible()
  await view.getByLabel('Desejo registrar outros participantes').check()
  const card = view.getByRole('group', { name: 'Participante 2' })
  await card.getByLabel('Nome').fill(friend.name)
  await card.getByLabel('CPF').fill(friend.cpf)
  await card.getByLabel('Telefone').fill('11988887777')
  await card.getByLabel('Data de nascimento').fill('10/05/1995')
  await card.getByLabel('Sexo').selectOption('Masculino')
  await next()
  await view.getByLabel('Mesma categoria e kit para todos').check()
  await choice('Modalidade', /^10 km/).check()
  await choice('Categoria', /^Geral Masculino/).check()
  await next()
  await choice('Kit', /^Kit Completo/).check()
  await choice('Tamanho da sua camisa', /^G(?!\w)/).check()
  await choice(friend.name, /Baby look M/).check()
  await view.expectLegendsInside()
  const no = view.getByRole('radio', { name: 'Não' })
  for (let i = 0; i < (await no.texts()).length; i++) await no.nth(i).check()
  await next()
  await choice('Forma de pagamento', /^Pix/).check()
  await view.getByLabel('Código do cupom').fill('largada10')
  await view.getByRole('button', { name: 'Aplicar' }).click()
  await view.toast('Cupom aplicado com sucesso!').expectVisible()
  const terms = view.getByRole('checkbox', { name: /^Li e aceito/ })
  for (let i = 0; i < (await terms.texts()).length; i++) await terms.nth(i).check()
  await view.getByRole('button', { name: 'Registrar' }).click()
  await view.getByRole('heading', { name: 'Inscrição realizada com sucesso!' }).expectVisible()
}

test('a participant finds an event, creates an account, registers two people, pays for both at once and cancels one', {
  tag: '@operation',
}, async ({ view, driver, request }) => {
  const person = newPerson()
  const friend = { name: person.name.replace('Caio', 'Davi'), cpf: newCpf() }
  const photo = `${driver.downloads}/foto.png`
  await writeFile(photo, PHOTO)

  await test.step('account, verification and login', async () => {
    await findRace(view)
    await view.getByRole('link', { name: 'Inscrever-se' }).first().click()
    await view.expectUrl(/\/login\?evento=/)
    await createAccount(view, person, photo)
    await view.goto(await linkSentTo(request, person.email, /\/email\/verify\?token=/))
    // The link logs in where the account was created.
    await view.expectUrl(/\/register\/event\?evento=/)
  })

  await test.step('search, wizard, coupon and Pix', async () => {
    await findRace(view)
    await registerBoth(view, friend)
  })

  await test.step('payment', async () => {
    await view.getByRole('button', { name: 'Ir para pagamento' }).click()
    const payment = await viewAt(driver, /\/pagamento\//)
    await payment.getByLabel('QR Code do Pix').expectVisible()
    await payment.getByRole('link', { name: 'Abrir o banco de testes' }).click()
    const bank = await viewAt(driver, /\/sandbox\//)
    await bank.getByRole('button', { name: 'Simular pagamento' }).click()
    await bank.getByRole('heading', { name: 'Pagamento aprovado' }).expectVisible()
    await payment.tab.activate()
    await payment.getByRole('heading', { name: 'Pagamento confirmado' }).expectVisible()
  })

  const row = (name: string) => view.getByRole('row').filter(RACE).filter(name)
  await test.step('Meus Eventos', async () => {
    await view.tab.activate()
    await view.goto('/participante/eventos')
    for (const name of [person.name, friend.name]) {
      await row(name).expectText('Pago')
      await row(name).expectText('Confirmado')
    }
  })

  await test.step('registration page, receipt and cancellation', async () => {
    await row(friend.name).getByRole('link', { name: RACE }).click()
    await view.getByText('Baby look M').expectVisible()
    await view.getByText('Cupom LARGADA10').expectVisible()
    await view.getByRole('link', { name: 'Comprovante' }).first().click()
    await view.getByRole('heading', { name: 'Comprovante de inscrição' }).expectVisible()
    await view.tab.evaluate('history.back()')
    await view.getByRole('button', { name: 'Cancelar inscrição' }).click()
    await view.getByRole('dialog').getByRole('button', { name: 'Sim, cancelar' }).click()
    await view.toast('Inscrição cancelada com sucesso.').expectVisible()
    await view.getByRole('button', { name: 'Cancelar inscrição' }).expectHidden()
  })

  await test.step('logout', async () => {
    await view.getByRole('button', { name: 'Sair' }).click()
    await view.getByRole('link', { name: 'Entrar' }).first().expectVisible()
    await view.goto('/participante/eventos')
    await view.expectUrl(/\/login/)
  })

  // Sessions are identified by a header, so there are no cookies.
  expect(await driver.cookies()).toEqual([])
})
