/** Personal data that a merge may take over from the duplicate. */
export interface PersonFacts {
  cpf: string | null
  rg: string | null
  phone: string | null
  birth_on: string | null
  sex: number | null
  emergency_contact: string | null
  emergency_contact_phone: string | null
  image_path: string | null
  document_path: string | null
  zip: string | null
  street: string | null
  street_number: string | null
  complement: string | null
  district: string | null
  city: string | null
  state_code: string | null
}

/** Columns that only make sense together, by the label people know them by. */
const GROUPS: readonly (readonly [name: string, columns: readonly (keyof PersonFacts)[]])[] = [
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

/** The columns to take over: groups that are empty in the kept account and not in the duplicate. With their labels. */
export function fillGaps(
  kept: PersonFacts,
  duplicate: PersonFacts,
): { columns: Partial<PersonFacts>; names: string[] } {
  const groups = GROUPS.filter(
    ([, columns]) =>
      columns.every((column) => kept[column] === null) &&
      columns.some((column) => duplicate[column] !== null),
  )
  const columns = groups.flatMap(([, names]) => names.map((name) => [name, duplicate[name]] as const))
  return { columns: Object.fromEntries(columns), names: groups.map(([name]) => name) }
}
