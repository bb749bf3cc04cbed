/** Replaces Stripe's own script in journeys, which run without internet: its elements as plain buttons, its confirmation at the simulated Stripe. */
(() => {
  /** Read from the page that the journey prepared. */
  const { wallets, card } = window.stripeInJourney;

  function element(type) {
    const handlers = {};
    const root = document.createElement("div");
    const fire = (name, event) => {
      for (const handler of handlers[name] ?? []) handler(event);
    };
    const handle = (name, handler) => {
      handlers[name] = [...(handlers[name] ?? []), handler];
      return made;
    };
    const made = {
      on: handle,
      once: handle,
      off(name, handler) {
        handlers[name] = (handlers[name] ?? []).filter((each) => each !== handler);
        return made;
      },
      mount(place) {
        place.append(root);
        for (const wallet of type === "expressCheckout" ? Object.keys(wallets ?? {}) : []) {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = `Book with ${wallet}`;
          button.onclick = () =>
            fire("confirm", {
              expressPaymentType: wallet,
              paymentFailed: () => root.append("The wallet's sheet says that it failed"),
            });
          root.append(button);
        }
        setTimeout(() => {
          fire("ready", { elementType: type, availablePaymentMethods: wallets ?? undefined });
          if (type === "payment") root.textContent = "Stripe's card fields";
        }, 50);
      },
      update() {},
      unmount: () => root.remove(),
      destroy: () => root.remove(),
    };
    return made;
  }

  window.Stripe = () => ({
    elements: ({ clientSecret }) => ({
      clientSecret,
      create: element,
      getElement: () => null,
      update() {},
      submit: async () => ({}),
      fetchUpdates: async () => ({}),
    }),
    async confirmPayment({ elements: { clientSecret } }) {
      const id = clientSecret.split("_secret_")[0];
      const body = new URLSearchParams({ client_secret: clientSecret, payment_method: card });
      const answer = await fetch(`/simulated-stripe/v1/payment_intents/${id}/confirm`, {
        method: "POST",
        body,
      });
      const said = await answer.json();
      return said.error ? { error: said.error } : { paymentIntent: said };
    },
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    registerAppInfo() {},
    _registerWrapper() {},
  });
})();
