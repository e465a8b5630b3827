import { useQuery } from '@tanstack/react-query'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { plural } from '#contract/words.ts'
import { PEOPLE_PATH } from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useIdParam } from '../../../use-id-param.ts'
import { PersonRegistrations } from '../person-registrations.tsx'
import { personQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'

export const meta = pageTitle('Pessoa')

/** One person who takes part in the enterprise's events, found by any of their registrations. */
export default function PersonScreen() {
  const id = useIdParam() ?? 0
  const query = useQuery(personQuery(id))
  const { data: person } = query
  if (!person)
    return <RecordState title="Pessoa" list={{ to: PEOPLE_PATH, label: 'Ver pessoas' }} query={query} />
  return (
    <>
      <PageHeader
        title={person.name}
        tab={person.name}
        description={plural(person.registrations.length, 'inscrição', 'inscrições')}
      />
      <DetailToolbar back={{ to: PEOPLE_PATH }} />
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Inscrições" description="Nos eventos da empresa, a mais recente primeiro.">
          <PersonRegistrations registrations={person.registrations} name={person.name} />
        </FormSection>
        <FormSection title="Dados pessoais" description="Como constam na inscrição mais recente.">
          <Facts
            facts={[
              ['Nome', person.name],
              ['CPF', formatCpf(person.cpf)],
              ['Telefone', formatPhone(person.phone)],
              ['Data de nascimento', person.birth_date],
              ['Sexo', SEXES[person.sex]],
              ['Email de quem inscreveu', person.email],
            ]}
          />
        </FormSection>
      </div>
    </>
  )
}
