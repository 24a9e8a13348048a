export const place = {
  title: "A quién se le paga",
  nobody: "A nadie se le paga por lo que sale de aquí.",
}
