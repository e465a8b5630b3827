import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PublicEvent } from '#contract/event/event.ts'
import type { askForAlert, endAlert, endAlertByLink, getEventAlert } from '#contract/event/event-alert.ts'
import { ASKED_ALERT, loginPathOf } from '#web/session/return-path.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconMail } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const PATH = '/events/slug/:slug/alert'

const WORDS = {
  not_yet: { ask: 'Avise-me quando abrir', waits: 'Você recebe um e-mail quando as inscrições abrirem.' },
  sold_out: { ask: 'Avise-me se abrir vaga', waits: 'Você recebe um e-mail quando uma vaga for liberada.' },
}

/** Most visitors do not need the API client, so it is loaded on demand. */
const client = () => import('#web/api/api.ts')

/** Asks for an e-mail when registrations open or a place is released, and ends that. */
export function AlertButton({ event }: { event: Pick<PublicEvent, 'slug' | 'closed_reason'> }) {
  const { hash } = useLocation()
  const hydrated = useHydrated()
  const token = hydrated ? /^#aviso=([\w-]{43})$/.exec(hash)?.[1] : undefined
  if (token) return <EndByLink token={token} />
  const { closed_reason: reason } = event
  return reason === 'not_yet' || reason === 'sold_out' ? <Ask event={event} words={WORDS[reason]} /> : null
}

function Ask({ event, words }: { event: Pick<PublicEvent, 'slug'>; words: (typeof WORDS)['not_yet'] }) {
  const { slug } = event
  const session = useSession()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [waits, setWaits] = useState(false)
  const { busy, run } = useRun()

  const set = (wanted: boolean) =>
    run(async ({ api }) => {
      const params = { slug }
      if (wanted) await api<typeof askForAlert>({ method: 'POST', path: PATH }, { params })
      else await api<typeof endAlert>({ method: 'DELETE', path: PATH }, { params })
      setWaits(wanted)
    })
  const begin = useEffectEvent(async () => {
    if (state?.avisar === ASKED_ALERT.avisar) {
      // Without the state a reload or the way back does not ask again.
      navigate({ search }, { replace: true, preventScrollReset: true })
      return set(true)
    }
    const { api } = await client()
    const { data } = await api<typeof getEventAlert>({ method: 'GET', path: PATH }, { params: { slug } })
    setWaits(data.waits)
  })
  const isIn = session !== null
  useEffect(() => {
    // Without an answer the button offers to ask, which may be repeated.
    if (isIn) begin().catch(() => undefined)
  }, [isIn])

  if (!session) {
    const login = loginPathOf({ waiting_event: slug, waiting_alert: true })
    return (
      <ButtonLink to={login} state={{ event }} variant="default" icon={IconMail} wide>
        {words.ask}
      </ButtonLink>
    )
  }
  return (
    <>
      <p role="status">{waits && words.waits}</p>
      <Button variant="default" icon={IconMail} wide loading={busy} onClick={() => set(!waits)}>
        {waits ? 'Não quero mais o aviso' : words.ask}
      </Button>
    </>
  )
}

function EndByLink({ token }: { token: string }) {
  const [ended, setEnded] = useState(false)
  const { busy, run } = useRun()
  const end = () =>
    run(async ({ api }) => {
      await api<typeof endAlertByLink>({ method: 'POST', path: '/event-alerts/end' }, { body: { token } })
      setEnded(true)
    })
  return (
    <>
      <p role="status">
        {ended ? 'Você não recebe mais avisos desta corrida.' : 'Você pediu avisos desta corrida por e-mail.'}
      </p>
      {!ended && (
        <Button variant="default" icon={IconMail} wide loading={busy} onClick={end}>
          Parar de receber avisos
        </Button>
      )}
    </>
  )
}

/** Runs one call at a time, and shows why it failed. */
function useRun() {
  const [busy, setBusy] = useState(false)
  const run = async (call: (loaded: Awaited<ReturnType<typeof client>>) => Promise<void>) => {
    setBusy(true)
    try {
      const loaded = await client()
      await call(loaded).catch((failure) => {
        showToast('error', loaded.failureMessage(failure, 'Não foi possível salvar o aviso.'))
      })
    } catch {
      showToast('error', 'Erro de conexão.')
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
