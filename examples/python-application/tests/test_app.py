import requests_mock
import app
