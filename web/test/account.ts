import type { Profile } from '#contract/account/account.ts'
import { answerCalls } from './answers.ts'

/** The profile of the user that `signIn` signs in. */
export const PROFILE: Profile = {
  id: 1,
  name: 'Bruna Prado',
  email: 'bruna@exemplo.test',
  pending_email: null,
  phone: '11987654321',
  cpf: '52998224725',
  rg: '123456789',
  birth_date: '14/08/1991',
  sex: 1,
  emergency_contact: 'Rita Prado',
  emergency_contact_phone: '11912345678',
  image: null,
  address: {
    zip: '01001000',
    address: 'Praça da Sé',
    number: '1',
    complement: null,
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  },
}

/** Answers the requests of the profile's page. */
export const answerProfile = (changes: Partial<Profile> = {}): void =>
  answerCalls({
    'GET /participant/1/profile': { body: { data: { ...PROFILE, ...changes } } },
    'GET /me/second-factor': {
      body: { data: { enabled_at: null, required: false, recovery_codes_left: 0 } },
    },
    'GET /me/passkeys': { body: { data: [] } },
    'GET /me/sessions': { body: { data: [] } },
    'GET /me/activity': { body: { data: [] } },
    'GET /me/consents': { body: { data: [] } },
  })
