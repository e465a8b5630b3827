import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { createStaffUser, StaffInput } from '#contract/backoffice/staff.ts'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { ConfirmPassword } from '#web/features/account/confirm-password.tsx'
import { idOf } from '#web/navigation/use-id-param.ts'
import { pathTo, STAFF_PATH, STAFF_USER_PATH } from '#web/paths.ts'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordForm } from '#web/ui/record-form.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { enterprisesQuery, STAFF_KEY } from '../queries.ts'

const FIELDS = ['name', 'email', 'role', 'enterprise_id', 'current_password'] as const
const ENTERPRISES = { page: 1, per_page: 100 } as const

/** The form that invites a user of Admin or Empresa. `?empresa=` preselects the enterprise. */
export function NewStaffUser() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const enterpriseId = idOf(search.get('empresa') ?? undefined)
  const enterprises = useQuery(enterprisesQuery(ENTERPRISES))
  const form = useForm({
    resolver: zodResolver(StaffInput),
    defaultValues: {
      name: '',
      email: '',
      // No role is preselected, because the wrong one would grant too much access.
      role: (enterpriseId === null ? '' : 'Empresa') as StaffInput['role'],
      enterprise_id: enterpriseId === null ? null : String(enterpriseId),
      current_password: '',
    },
  })
  const isOfEnterprise = form.watch('role') === 'Empresa'

  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: 'Erro ao criar o usuário.',
    send: async (body) => {
      const { data, message } = await api(createStaffUser, { body })
      showToast('success', message ?? 'Usuário criado.')
      await queries.invalidateQueries({ queryKey: STAFF_KEY, refetchType: 'none' })
      navigate(pathTo(STAFF_USER_PATH, data.id), { replace: true })
    },
  })

  return (
    <>
      <PageHeader
        title="Novo usuário"
        description="Ao salvar, o convite segue por e-mail: por ele a pessoa confirma o endereço e cria a senha."
      />
      <RecordForm form={form} id="usuario" onSubmit={submit} back={{ to: STAFF_PATH }}>
        <FormSection title="Pessoa">
          <FieldRow columns="1fr 1fr">
            <TextField
              control={form.control}
              name="name"
              label="Nome"
              autoComplete="off"
              required
              withAsterisk={false}
            />
            <TextField
              control={form.control}
              name="email"
              label="Email"
              type="email"
              autoComplete="off"
              required
              withAsterisk={false}
            />
          </FieldRow>
        </FormSection>
        <FormSection
          title="O que pode ver"
          description="Admin vê e muda tudo na plataforma. Empresa vê os eventos, as pessoas e o dinheiro da sua empresa. As duas exigem a verificação em duas etapas."
        >
          <FieldRow columns="1fr 1fr">
            <SelectField
              control={form.control}
              name="role"
              label="Papel"
              required
              withAsterisk={false}
              data={[
                { value: '', label: 'Escolha o papel' },
                { value: 'Admin', label: 'Admin' },
                { value: 'Empresa', label: 'Empresa' },
              ]}
            />
            {isOfEnterprise && (
              <SelectField
                control={form.control}
                name="enterprise_id"
                label="Empresa"
                data={[
                  { value: '', label: 'Escolha a empresa' },
                  ...(enterprises.data?.data ?? []).map(({ id, name }) => ({
                    value: String(id),
                    label: name,
                  })),
                ]}
              />
            )}
          </FieldRow>
        </FormSection>
        <ConfirmPassword>Esta conta vai ver dados de outras pessoas.</ConfirmPassword>
      </RecordForm>
    </>
  )
}
