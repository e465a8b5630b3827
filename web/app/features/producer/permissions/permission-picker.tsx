import { Button, type OptionsFilter } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PERMISSION_PRESETS } from '#contract/permission-presets.ts'
import { isPermission, permissionName, whyNeeded, withNeeded } from '#contract/permissions.ts'
import { addProducerPermissions, type PermissionRow } from '#contract/producer.ts'
import { api } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { MultiChoice } from '../../../ui/multi-choice.tsx'
import { plain } from '../../../ui/plain.ts'
import { showToast } from '../../../ui/toast.ts'
import { PRODUCERS_KEY } from '../queries.ts'
import { PermissionName } from './permission-name.tsx'
import classes from './permissions.module.css'
import { problem } from './problem.ts'

interface PermissionPickerProps {
  producerId: number
  catalogue: readonly PermissionRow[]
  granted: readonly PermissionRow[]
}

/** Chooses permissions to grant: those that the current person holds and the realizador does not. */
export function PermissionPicker({ producerId, catalogue, granted }: PermissionPickerProps) {
  const queries = useQueryClient()
  const own = useSession()?.permissions ?? []
  const [wanted, setWanted] = useState<readonly string[]>([])
  const available = catalogue.filter(
    ({ id, name }) => own.includes(name) && !granted.some((one) => one.id === id),
  )
  const complete: readonly string[] = [...wanted, ...withNeeded(wanted.filter(isPermission))]
  const chosen = available.filter(({ name }) => complete.includes(name))
  const names = chosen.map(({ name }) => name)
  /** What somebody takes out goes with everything that needs it. */
  const choose = (next: readonly string[]) => {
    const dropped: readonly string[] = names.filter((name) => !next.includes(name))
    setWanted(
      next.filter((name) => !(isPermission(name) && withNeeded([name]).some((one) => dropped.includes(one)))),
    )
  }
  const add = useMutation({
    mutationFn: () =>
      api(addProducerPermissions, {
        params: { id: producerId },
        body: { permissions: chosen.map(({ id }) => id) },
      }),
    onSuccess: async ({ message }) => {
      showToast('success', message ?? 'Permissões adicionadas com sucesso!')
      await queries.invalidateQueries({ queryKey: PRODUCERS_KEY })
      setWanted([])
    },
    onError: (reason) => showToast('error', problem('Erro ao adicionar permissões.', reason)),
  })

  return (
    <FormSection
      title="Adicionar permissões"
      description="Comece por um perfil pronto ou escolha uma a uma. Nada muda antes de adicionar."
    >
      <Presets available={available} onChoose={setWanted} />
      <MultiChoice
        label="Permissões disponíveis"
        placeholder={chosen.length > 0 ? undefined : 'Escolha as permissões'}
        data={available.map(({ name }) => ({ value: name, label: permissionName(name) }))}
        value={names}
        onChange={choose}
        nothingFoundMessage={available.length > 0 ? 'Sem opções' : 'Todas já foram atribuídas.'}
        filter={byWords(available)}
        renderOption={({ option }) => <PermissionOption permission={named(available, option.value)} />}
      />
      {chosen.length > 0 && (
        <dl className={classes.details} aria-label="Permissões escolhidas">
          {chosen.map(({ id, name, description }) => (
            <div key={id}>
              <dt>
                <PermissionName name={name} />
              </dt>
              <dd>{description ?? 'Descrição não disponível.'}</dd>
              <Why name={name} others={names} />
            </div>
          ))}
        </dl>
      )}
      <div>
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          Adicionar
        </Button>
      </div>
    </FormSection>
  )
}

const named = (permissions: readonly PermissionRow[], name: string) =>
  permissions.find((permission) => permission.name === name)

/** Matches a permission's names and its description. */
const byWords =
  (permissions: readonly PermissionRow[]): OptionsFilter =>
  ({ options, search }) =>
    options.filter((option) => {
      const { name = '', description } = ('value' in option && named(permissions, option.value)) || {}
      return plain(`${permissionName(name)} ${name} ${description}`).includes(plain(search.trim()))
    })

/** Why a permission was chosen that nobody asked for. */
function Why({ name, others }: { name: string; others: readonly string[] }) {
  const why = whyNeeded(name, others)
  return why && <dd className={classes.why}>{why}</dd>
}

function PermissionOption({ permission }: { permission: PermissionRow | undefined }) {
  return (
    <div className={classes.option}>
      {permission && <PermissionName name={permission.name} />}
      <span>{permission?.description ?? 'Descrição não disponível.'}</span>
    </div>
  )
}

interface PresetsProps {
  /** The permissions that can still be granted. */
  available: readonly PermissionRow[]
  onChoose: (names: readonly string[]) => void
}

/** Buttons that choose all permissions of a typical job. */
function Presets({ available, onChoose }: PresetsProps) {
  return (
    <ul className={classes.presets} aria-label="Perfis prontos">
      {PERMISSION_PRESETS.map(({ name, description, permissions }) => {
        const left = available.filter((one) => permissions.some((permission) => permission === one.name))
        return (
          <li key={name}>
            <button
              type="button"
              disabled={left.length === 0}
              onClick={() => onChoose(left.map((permission) => permission.name))}
            >
              <strong>
                {name}
                {left.length === 0 && <IconCheck size={18} aria-hidden />}
              </strong>
              <span>{left.length === 0 ? 'Já tem tudo deste perfil.' : description}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
