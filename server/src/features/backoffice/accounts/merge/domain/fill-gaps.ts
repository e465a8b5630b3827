import type { PersonalData } from '#server/features/account/queries.ts'

/** Columns that are taken over together. */
const GROUPS: readonly (readonly [name: string, columns: readonly (keyof PersonalData)[]])[] = [
  ['CPF', ['cpf']],
  ['RG', ['rg']],
  ['Telefone', ['phone']],
  ['Data de nascimento', ['birth_on']],
  ['Sexo', ['sex']],
  ['Contato de emergência', ['emergency_contact', 'emergency_contact_phone']],
  ['Endereço', ['zip', 'street', 'street_number', 'complement', 'district', 'city', 'state_code']],
  ['Foto', ['image_path']],
  ['Documento', ['document_path']],
]

/** Groups that are empty in the kept account and filled in the duplicate. */
export function fillGaps(
  kept: PersonalData,
  duplicate: PersonalData,
): { columns: Partial<PersonalData>; names: string[] } {
  const groups = GROUPS.filter(
    ([, columns]) =>
      columns.every((column) => kept[column] === null) &&
      columns.some((column) => duplicate[column] !== null),
  )
  const columns = groups.flatMap(([, names]) => names.map((name) => [name, duplicate[name]] as const))
  return { columns: Object.fromEntries(columns), names: groups.map(([name]) => name) }
}
