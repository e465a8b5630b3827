import { Button } from '@mantine/core'
import { IconHistory, IconPencil, IconPercentage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Enterprise } from '#contract/backoffice/enterprises.ts'
import { formatCnpj } from '#contract/documents.ts'
import {
  auditPathOf,
  EDIT_PARAM,
  ENTERPRISE_FEES_PATH,
  ENTERPRISE_PATH,
  ENTERPRISES_PATH,
  editPathTo,
  pathTo,
} from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { idOf } from '../../../use-id-param.ts'
import { momentWords } from '../../registration/moment.ts'
import { countWords } from '../count.ts'
import { enterpriseQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { EnterpriseForm } from './enterprise-form.tsx'

export const meta = pageTitle('Empresa')

/** An enterprise, to make, to look at and, in a second mode, to change. */
export default function EnterpriseScreen() {
  const { id } = useParams()
  return id === 'novo' ? <New /> : <Known key={id} id={idOf(id) ?? 0} />
}

function New() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Nova Empresa" />
      <EnterpriseForm
        enterprise={null}
        back={{ to: ENTERPRISES_PATH }}
        onSaved={(made) => navigate(pathTo(ENTERPRISE_PATH, made), { replace: true })}
      />
    </>
  )
}

function Known({ id }: { id: number }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const query = useQuery(enterpriseQuery(id))
  const { data } = query
  if (!data)
    return (
      <RecordState title="Empresa" list={{ to: ENTERPRISES_PATH, label: 'Ver empresas' }} query={query} />
    )
  if (!search.has(EDIT_PARAM)) return <View enterprise={data} />
  const view = () => navigate(pathTo(ENTERPRISE_PATH, id), { replace: true })
  return (
    <>
      <PageHeader title={`Editar ${data.name}`} />
      <EnterpriseForm enterprise={data} back={{ onClick: view }} onSaved={view} />
    </>
  )
}

function View({ enterprise }: { enterprise: Enterprise }) {
  return (
    <>
      <PageHeader title={enterprise.name} />
      <DetailToolbar back={{ to: ENTERPRISES_PATH }}>
        <Button
          component={Link}
          to={editPathTo(ENTERPRISE_PATH, enterprise.id)}
          leftSection={<IconPencil size={20} aria-hidden />}
        >
          Editar
        </Button>
        <Button
          component={Link}
          to={pathTo(ENTERPRISE_FEES_PATH, enterprise.id)}
          variant="default"
          leftSection={<IconPercentage size={20} aria-hidden />}
        >
          Taxas
        </Button>
        <Button
          component={Link}
          to={auditPathOf('enterprise', enterprise.id)}
          variant="default"
          leftSection={<IconHistory size={20} aria-hidden />}
        >
          Histórico
        </Button>
      </DetailToolbar>
      <div className={`${detail.sections} ${detail.wideFacts}`}>
        <FormSection title="Empresa">
          <Facts
            facts={[
              ['Nome', enterprise.name],
              ['CNPJ', enterprise.cnpj ? formatCnpj(enterprise.cnpj) : 'Não informado'],
              ['Cadastrada em', momentWords(enterprise.created_at)],
            ]}
          />
        </FormSection>
        <FormSection title="Quem publica por ela">
          <Facts
            facts={[
              ['Organizadores', countWords(enterprise.organizers)],
              ['Eventos', countWords(enterprise.events)],
            ]}
          />
        </FormSection>
      </div>
    </>
  )
}
