import type { Limit } from '#server/lib/rate-limit.ts'

const QUARTER_HOUR = 15 * 60
const HOUR = 60 * 60

/** How often an account or an address may try what guesses passwords, sends mail or costs much. */
export const LIMITS = {
  loginOfAccount: { name: 'login-account', points: 10, perSeconds: QUARTER_HOUR },
  /** Many runners share the address of a club or a telephone company. */
  loginByIp: { name: 'login-ip', points: 100, perSeconds: QUARTER_HOUR },
  registerByIp: { name: 'register-ip', points: 30, perSeconds: HOUR },
  resendToAccount: { name: 'resend-account', points: 5, perSeconds: HOUR },
  resendByIp: { name: 'resend-ip', points: 30, perSeconds: HOUR },
  recoverAccount: { name: 'recover-account', points: 5, perSeconds: HOUR },
  recoverByIp: { name: 'recover-ip', points: 30, perSeconds: HOUR },
  resetByIp: { name: 'reset-ip', points: 30, perSeconds: HOUR },
  /** The current password, asked again of somebody signed in. */
  passwordOfCaller: { name: 'password-caller', points: 10, perSeconds: QUARTER_HOUR },
  imageOfCaller: { name: 'image-caller', points: 20, perSeconds: HOUR },
  exportOfCaller: { name: 'export-caller', points: 20, perSeconds: HOUR },
} as const satisfies Record<string, Limit>
