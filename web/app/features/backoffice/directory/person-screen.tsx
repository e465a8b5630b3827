import { useQuery } from '@tanstack/react-query'
import { formatCpf, formatPhone, SEXES } from '#contract/documents.ts'
import { plural } from '#contract/words.ts'
import { RecordState } from '#web/lists/record-state.tsx'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { PEOPLE_PATH } from '#web/paths.ts'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FormSection } from '#web/ui/form-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { PersonRegistrations } from '../person-registrations.tsx'
import { personQuery } from '../queries.ts'

export const meta = pageTitle('Pessoa')

/** The path contains the id of any of the person's registrations. */
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
      >
        <DetailToolbar back={{ to: PEOPLE_PATH }} />
      </PageHeader>
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
