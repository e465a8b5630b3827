import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'
import { formatCpf } from '#contract/documents.ts'
import { newCpf } from './create-account.ts'

/** Helpers shared by the tests of the account screens. */

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** A form field by its label; `exact` distinguishes 'Senha' from 'Nova senha'. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true })

/**
 * Replaces the value of a masked field by typing. `fill` selects the value before the focus event, and a mask
 * undoes the selection.
 */
export async function retype(control: Locator, text: string): Promise<void> {
  await control.click()
  await control.press('ControlOrMeta+A')
  await control.press('Delete')
  await control.pressSequentially(text)
}

/** Expects the message under the field, associated with the field for screen readers. */
export async function expectFieldError(control: Locator, message: string): Promise<void> {
  await expect(control).toHaveAccessibleDescription(new RegExp(escaped(message)))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export interface Person {
  name: string
  email: string
  password: string
  /** Digits only. */
  cpf: string
}

export function newPerson(): Person {
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  return {
    name: `Caio Moura ${id}`,
    email: `caio.${id}@exemplo.test`,
    password: 'corro aos sábados',
    cpf: newCpf(),
  }
}

/** Registers an account whose e-mail address is not verified. */
export async function registerUnverified(request: APIRequestContext): Promise<Person> {
  const person = newPerson()
  const answer = await request.post('/api/v1/register', {
    data: {
      ...person,
      birth_date: '1988-02-29',
      sex: 0,
      phone: '21987654321',
      emergency_contact: 'Lia Moura',
      emergency_contact_phone: '21912345678',
      accept_terms: true,
      address: {
        zip: '20040002',
        address: 'Avenida Rio Branco',
        number: '1',
        district: 'Centro',
        city: 'Rio de Janeiro',
        state: 'RJ',
      },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return person
}

/** The required texts of the registration form, by label. */
export const registrationTexts = (person: Person): Record<string, string> => ({
  Nome: person.name,
  Email: person.email,
  Senha: person.password,
  CPF: formatCpf(person.cpf),
  'Data de nascimento': '29/02/1988',
  Telefone: '(21) 98765-4321',
  'Contato de emergência': 'Lia Moura',
  'Telefone de emergência': '(21) 91234-5678',
  CEP: '01001-000',
  Número: '100',
})

/** Fills in the registration form and accepts the consent in its dialog. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  for (const [label, text] of Object.entries(registrationTexts(person))) await field(page, label).fill(text)
  await page.getByRole('radio', { name: 'Masculino' }).check()
  await expect(field(page, 'Cidade')).toHaveValue('São Paulo')
  await acceptConsent(page)
}

const consent = (page: Page) => page.getByRole('checkbox', { name: /^Li e aceito/ })

export async function acceptConsent(page: Page): Promise<void> {
  await consent(page).click()
  await button(page, 'Aceitar').click()
  await expect(consent(page)).toBeChecked()
}
