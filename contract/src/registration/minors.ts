import { z } from 'zod'
import { type IsoDate, toBrazilianDate } from '../dates.ts'
import { formatCpf } from '../documents.ts'
import { Instant } from '../fields.ts'
import { ageOn } from './age.ts'

/** Who signs for a participant who is not of age on race day: docs/algorithms/people.md, "Minors". */
export const SIGNERS = ['guardian', 'participant'] as const
export const Signer = z.enum(SIGNERS)
export type Signer = z.infer<typeof Signer>

export const isMinor = (birthDate: IsoDate, day: IsoDate): boolean => ageOn(birthDate, day) < 18

/** `missing_signatures` repeats this rule in SQL. */
export function requiredSigners(birthDate: IsoDate, raceDay: IsoDate): readonly Signer[] {
  if (!isMinor(birthDate, raceDay)) return []
  return ageOn(birthDate, raceDay) < 16 ? ['guardian'] : SIGNERS
}

export const RELATIONSHIPS = {
  mother: 'mãe',
  father: 'pai',
  tutor: 'tutor(a)',
  other: 'outro responsável legal',
} as const
export const Relationship = z.enum(['mother', 'father', 'tutor', 'other'], {
  error: 'Escolha o que você é de quem vai correr.',
})
export type Relationship = z.infer<typeof Relationship>

/** Who signed, in words. */
export const guardianRoleWords = (relationship: Relationship | null): string =>
  relationship ? RELATIONSHIPS[relationship] : 'participante'

export const GuardianState = z.object({
  due_at: Instant,
  missing: z.array(Signer),
  signatures: z.array(
    z.object({ role: Signer, name: z.string(), relationship: Relationship.nullable(), signed_at: Instant }),
  ),
  refused_at: Instant.nullable(),
  /** The participant has the account that made the registration. */
  is_own: z.boolean(),
})
export type GuardianState = z.infer<typeof GuardianState>

/** The state in the words of the export and the e-mails. */
export function guardianWords({
  missing,
  refused,
}: {
  missing: readonly Signer[]
  refused: boolean
}): string {
  if (refused) return 'Recusada'
  if (missing.length === 0) return 'Assinada'
  return `Falta ${missing.map((one) => (one === 'guardian' ? 'o responsável' : 'o participante')).join(' e ')}`
}

export interface RaceSigned {
  minor: { name: string; cpf: string; birthDate: IsoDate }
  title: string
  modality: string
  raceDay: IsoDate
}

interface Guardian {
  name: string
  cpf: string
  relationship: Relationship
}

const raceOf = ({ title, modality, raceDay }: RaceSigned): string =>
  `${title}, na distância ${modality}, no dia ${toBrazilianDate(raceDay)}`

const minorOf = ({ minor }: RaceSigned): string =>
  `${minor.name}, CPF ${formatCpf(minor.cpf)}, nascimento ${toBrazilianDate(minor.birthDate)}`

/** What a guardian signs: representing under 16, assisting at 16 and 17 (Código Civil, art. 1.634, VII). */
export function guardianText(race: RaceSigned, { name, cpf, relationship }: Guardian): string {
  const represents = !requiredSigners(race.minor.birthDate, race.raceDay).includes('participant')
  const relation = relationship === 'other' ? '' : `${RELATIONSHIPS[relationship]} e `
  return `Eu, ${name}, CPF ${formatCpf(cpf)}, ${relation}responsável legal por ${minorOf(race)}, ${
    represents ? 'represento' : 'assisto'
  } essa pessoa na inscrição e autorizo a participação na corrida ${raceOf(race)}.

Declaro que li o regulamento e a política de cancelamento da corrida e que os aceito ${
    represents ? 'em nome dela' : 'junto com ela'
  }; que ela tem condições de saúde para a distância; e que eu, ou um adulto que eu escolher, acompanho a retirada do kit e a participação no dia.

Declaro que sou maior de idade, que tenho o poder de dar esta autorização e que as informações acima são verdadeiras. Sei que posso recusar, e que nesse caso a inscrição é cancelada e todo o valor pago é devolvido.`
}

/** What a participant of 16 or 17 signs. */
export const participantText = (race: RaceSigned): string =>
  `Eu, ${minorOf(race)}, quero participar da corrida ${raceOf(race)}, com a assistência do meu responsável legal, que assina separadamente.

Declaro que li o regulamento e a política de cancelamento da corrida e que os aceito, e que as informações acima são verdadeiras. Sei que posso recusar, e que nesse caso a inscrição é cancelada e todo o valor pago é devolvido.`
