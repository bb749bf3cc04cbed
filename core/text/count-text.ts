/** Words a number of things: "1 mail", "2,000 mails". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`;

const NUMBER = new Intl.NumberFormat("en-US");
