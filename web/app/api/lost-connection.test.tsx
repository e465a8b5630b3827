// @module-tag operation
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import ProfileScreen from '#web/features/account/profile/profile-screen.tsx'
import MyRegistrationScreen from '#web/features/my-registrations/detail/my-registration-screen.tsx'
import MyEventsScreen from '#web/features/my-registrations/list/my-events-screen.tsx'
import { answerProfile } from '#web-test/account.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { button, renderScreen, signIn } from '#web-test/render-screen.tsx'

// Specification, page 1, §8: 'Erro de conexão.' with a retry, on every screen of a participant.

const SCREENS = [
  {
    name: 'profile',
    screen: <ProfileScreen />,
    call: 'GET /participant/1/profile',
    answer: answerProfile,
    shows: 'Perfil de Bruna Prado',
  },
  {
    name: 'my events',
    screen: <MyEventsScreen />,
    call: 'GET /participant/list-events?page=1&per_page=20',
    answer: () => answerCalls({ 'GET /participant/list-events': listOf([]) }),
    shows: 'Nenhum registro encontrado.',
  },
  {
    name: 'one registration',
    screen: <MyRegistrationScreen />,
    call: 'GET /participant/registrations/0',
    answer: () => answerCalls({ 'GET /participant/registrations/0': { status: 404 } }),
    shows: 'Inscrição não encontrada.',
  },
]

afterEach(() => {
  vi.useRealTimers()
})

test.each(SCREENS)(
  "$name: retries a failed request twice, then shows 'Erro de conexão.' with a retry button",
  async ({ screen, call, answer, shows }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    signIn(['Participante'])
    await renderScreen(screen)
    const message = page.getByText('Erro de conexão.')
    for (const calls of [1, 2]) {
      await expect.poll(() => sentCalls(call)).toHaveLength(calls)
      expect(message.elements()).toHaveLength(0)
      await vi.advanceTimersByTimeAsync(2_000)
    }
    await expect.element(message).toBeVisible()
    expect(sentCalls(call)).toHaveLength(3)
    vi.useRealTimers()
    answer()
    await button('Tentar novamente').click()
    await expect.element(page.getByText(shows).first()).toBeVisible()
  },
)
