/** Rounded up to minutes. `perMinute` is the rate of admission; while it is 0 there is no estimate. */
export function waitWords(ahead: number, perMinute: number): string {
  if (ahead === 0) return 'Abrindo a inscrição…'
  if (perMinute <= 0) return 'Calculando a espera…'
  const minutes = Math.ceil(ahead / perMinute)
  if (minutes <= 1) return 'Espera de menos de um minuto'
  if (minutes < 60) return `Espera de cerca de ${minutes} minutos`
  const hours = Math.floor(minutes / 60)
  const rest = Math.ceil((minutes % 60) / 10) * 10
  const whole = rest === 60 ? hours + 1 : hours
  return `Espera de cerca de ${whole} h${rest === 0 || rest === 60 ? '' : ` ${rest} min`}`
}
