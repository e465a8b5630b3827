import type { DefaultValues } from 'react-hook-form'
import { z } from 'zod'
import { type Profile, ProfileInput } from '#contract/account.ts'
import { formatCpf, formatPhone, formatZip } from '#contract/documents.ts'

/** The CPF stands in the form to be seen; the API does not take it. */
export const ProfileForm = ProfileInput.extend({ cpf: z.string() })
export type ProfileValues = z.input<typeof ProfileForm>

/** A profile as its form shows it, punctuation and all. */
export function profileValues(profile: Profile): DefaultValues<ProfileValues> {
  const { address } = profile
  return {
    name: profile.name,
    email: profile.email,
    password: '',
    cpf: formatCpf(profile.cpf ?? ''),
    rg: profile.rg ?? '',
    birth_date: profile.birth_date ?? '',
    phone: formatPhone(profile.phone ?? ''),
    sex: profile.sex === 0 || profile.sex === 1 ? profile.sex : undefined,
    emergency_contact: profile.emergency_contact ?? '',
    emergency_contact_phone: formatPhone(profile.emergency_contact_phone ?? ''),
    address: {
      zip: formatZip(address?.zip ?? ''),
      address: address?.address ?? '',
      number: address?.number ?? '',
      complement: address?.complement ?? '',
      district: address?.district ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    },
  }
}
