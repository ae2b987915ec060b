"""What the providers of an organization's conversations ask (``prices`` of the organization), which none of them
tells while a call goes on. What is not priced costs nothing, as the embedded models do."""
