import { startRegistration } from '@simplewebauthn/browser'
import { addPasskey, beginPasskey } from '#contract/account/passkeys.ts'
import { api } from '#web/api/api.ts'
import { ceremony } from './ceremony.ts'

interface Proof {
  current_password: string
  code?: string | undefined
}

/** Null when the owner closed the browser's dialog. */
export async function createPasskey(name: string, proof: Proof): Promise<{ message?: string } | null> {
  const { data: optionsJSON } = await api(beginPasskey, { body: proof })
  const credential = await ceremony(startRegistration({ optionsJSON }))
  return credential && api(addPasskey, { body: { name, credential } })
}
